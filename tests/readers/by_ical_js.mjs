// ical.js: the reader of Thunderbird and Nextcloud.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ICAL from "ical.js";

ICAL.design.strict = true;
const [folder, , , ...paths] = process.argv.slice(2);

const read = (path) => {
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(join(folder, path), "utf8")));
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    return [event.uid, event.startDate.toString(), event.endDate.toString(), event.summary, event.description];
  });
};

const found = {};
for (const path of paths) {
  try {
    found[path] = read(path);
  } catch (error) {
    found[path] = String(error);
  }
}
console.log(JSON.stringify(found));
