#!/usr/bin/env bash
# Starts the publishing workflow, from a commit that was not deployed before: where the newest one was, a
# line is committed. If somebody else has pushed meanwhile, their push publishes, and this does nothing.
# The tests are not run for it again: what did not pass them when it was pushed is not published by this either.
set -euo pipefail

pushed=$(gh run list --workflow pages.yml --branch main --event push --limit 1 --json databaseId,status \
  --jq '.[0] // empty | "\(.status) \(.databaseId)"')
if [[ $pushed == completed* ]]; then
  tests=$(gh api "repos/$GITHUB_REPOSITORY/actions/runs/${pushed#* }/jobs" \
    --jq '[.jobs[] | select(.name == "test") | .conclusion][0] // "none"')
  if [[ $tests != success ]]; then
    echo "::error::the tests of the last push to main did not pass ($tests): nothing is published until they do"
    exit 1
  fi
elif [[ -n $pushed ]]; then
  echo "a push is under way: it publishes"
  exit 0
fi
commit=$(git rev-parse HEAD)
deployed=$(gh api "repos/$GITHUB_REPOSITORY/deployments?environment=github-pages&sha=$commit" --jq length)
if ((deployed > 0)); then
  TZ=America/New_York date +%F >.github/rebuilt
  git add .github/rebuilt
  if git diff --cached --quiet; then
    echo "published today already"
    exit 0
  fi
  git -c user.name="github-actions[bot]" -c user.email="41898282+github-actions[bot]@users.noreply.github.com" \
    commit --quiet --message "The site of $(cat .github/rebuilt)"
  if ! git push --quiet origin HEAD:main; then
    git fetch --quiet origin main
    [[ $(git rev-parse origin/main) != "$commit" ]] || exit 1
    echo "somebody has pushed meanwhile: that push publishes"
    exit 0
  fi
fi
gh workflow run pages.yml --ref main -f tested=true
