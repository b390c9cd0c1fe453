"""Thunderbird without a window: it subscribes to each feed as to any calendar of the network, or refreshes it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from marionette_driver.marionette import Marionette

from readers import Row, answer

PREFERENCES = """\
user_pref("app.update.enabled", false);
user_pref("calendar.alarms.show", false);
user_pref("calendar.timezone.local", "America/New_York");
user_pref("calendar.timezone.useSystemTimezone", false);
user_pref("mail.provider.suppress_dialog_on_startup", true);
user_pref("mail.spotlight.firstRunDone", true);
user_pref("marionette.port", {port});
user_pref("network.proxy.type", 0);
"""
START = """
const [url, paths] = arguments;
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const calendar = (path) => cal.manager.getCalendars().find((each) => each.name == path);
"""
# A path's calendar tells by `load` that what it fetched is in place, by `error` that it is not to be had.
REFRESH = """
const done = arguments[2];
const events = ["StartBatch", "EndBatch", "AddItem", "ModifyItem", "DeleteItem", "PropertyChanged", "PropertyDeleting"];
const refresh = (path) => new Promise((resolve) => {
  if (!calendar(path)) {
    const made = cal.manager.createCalendar("ics", Services.io.newURI(url + path));
    made.name = path;
    made.setProperty("cache.enabled", true);
    cal.manager.registerCalendar(made);
  }
  const subscribed = calendar(path);
  const observer = { QueryInterface: ChromeUtils.generateQI(["calIObserver"]) };
  for (const each of events) observer[`on${each}`] = () => {};
  const end = (outcome) => { subscribed.removeObserver(observer); resolve(outcome); };
  observer.onLoad = () => end(null);
  observer.onError = (_, number, message) => end(`${number} ${message}`);
  subscribed.addObserver(observer);
  subscribed.refresh();
});
const all = async () => {
  const outcomes = await Promise.all(paths.map(refresh));
  return Object.fromEntries(paths.map((path, number) => [path, outcomes[number]]).filter(([, outcome]) => outcome));
};
all().then(done, (error) => done({ error: String(error) }));
"""
LIST = """
const done = arguments[2];
const all = async () => {
  const found = {};
  for (const path of paths) {
    const items = await calendar(path).getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null);
    found[path] = items.map((each) => [
      each.id, each.startDate.icalString, each.endDate.icalString, each.title, each.getProperty("DESCRIPTION"),
    ]).sort();
  }
  return found;
};
all().then(done, (error) => done({ error: String(error) }));
"""


def main() -> None:
    with _thunderbird(Path(sys.argv[3])) as thunderbird:
        wrong = _ask(thunderbird, REFRESH)
        found, before = _ask(thunderbird, LIST), None
        while found != before:  # it loads its calendars by itself as well, when it starts
            time.sleep(0.5)
            found, before = _ask(thunderbird, LIST), found

    def read(path: str) -> list[Row]:
        if path in wrong:
            raise ValueError(wrong[path])
        return [(uid, _day(start), _day(end), *words) for uid, start, end, *words in found[path]]

    answer(read)


def _ask(thunderbird: Marionette, script: str) -> Any:
    answer = thunderbird.execute_async_script(START + script, script_args=[sys.argv[2], sys.argv[4:]])
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer


def _day(text: str) -> str:
    return f"{text[:4]}-{text[4:6]}-{text[6:]}"


@contextmanager
def _thunderbird(profile: Path) -> Iterator[Marionette]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (profile / "user.js").write_text(PREFERENCES.format(port=port))
    command = ["thunderbird", "--headless", "--no-remote", "--profile", str(profile)]
    with (profile / "log").open("w") as log:
        program = subprocess.Popen(
            [*command, "-marionette", "--remote-allow-system-access"],
            env={**os.environ, "MOZ_HEADLESS": "1"},
            stdout=log,
            stderr=log,
        )
    try:
        thunderbird = Marionette(host="127.0.0.1", port=port, startup_timeout=60)
        thunderbird.raise_for_port(timeout=60)
        thunderbird.start_session()
        thunderbird.set_context("chrome")
        thunderbird.timeout.script = 120
        yield thunderbird
    finally:
        program.terminate()
        program.wait(20)


if __name__ == "__main__":
    main()
