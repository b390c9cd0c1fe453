#!/usr/bin/env bash
# Starts the publishing workflow, from a commit that was not deployed before: where the newest one was, a
# line is committed. If somebody else has pushed meanwhile, their push publishes, and this does nothing.
set -euo pipefail

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
gh workflow run pages.yml --ref main
