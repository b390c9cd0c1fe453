#!/usr/bin/env bash
# Opens an issue with the text of a file, unless it is empty; one that it opened before gets the new text.
set -euo pipefail

title="To look at: elections, texts and sources"
[[ -s $1 ]] || { echo "nothing to look at"; exit 0; }
open=$(gh issue list --state open --app github-actions --search "in:title \"$title\"" --json number --jq '.[0].number // empty')
if [[ -n $open ]]; then
  gh issue edit "$open" --body-file "$1"
else
  gh issue create --title "$title" --body-file "$1"
fi
