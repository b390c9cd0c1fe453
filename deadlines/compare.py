"""Two texts side by side: what is new in one, and what of the other is gone, word by word."""

from difflib import SequenceMatcher

from markupsafe import Markup, escape

GONE = Markup('<del><span class="unseen">[gone: </span>{}<span class="unseen">]</span></del>')
NEW = Markup('<ins><span class="unseen">[new: </span>{}<span class="unseen">]</span></ins>')
SHORT = 2  # words alike between two changes that are shown as changed with them: they break up what is read


def compared(old: str, new: str) -> tuple[Markup, Markup]:
    """The old text with the words marked that are gone, and the new one with those that were put in."""
    left, right = old.split(), new.split()
    before, after = [], []
    for alike, i1, i2, j1, j2 in _runs(left, right):
        gone, put = " ".join(left[i1:i2]), " ".join(right[j1:j2])
        if gone:
            before.append(escape(gone) if alike else GONE.format(gone))
        if put:
            after.append(escape(put) if alike else NEW.format(put))
    return Markup(" ").join(before), Markup(" ").join(after)


def _runs(left: list[str], right: list[str]) -> list[tuple[bool, int, int, int, int]]:
    """Runs of words that are alike or not, in turn; each with its span in both texts."""
    runs: list[tuple[bool, int, int, int, int]] = []
    opcodes = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    for number, (tag, i1, i2, j1, j2) in enumerate(opcodes):
        alike = tag == "equal" and (i2 - i1 > SHORT or number in (0, len(opcodes) - 1))
        if runs and not alike and not runs[-1][0]:
            _, first_i, _, first_j, _ = runs.pop()
            i1, j1 = first_i, first_j
        runs.append((alike, i1, i2, j1, j2))
    return runs
