/** Text of `--help` below the commands. */
export const GUIDE = `A release of mf-codes, in the folder mf-codes:
  npm version minor              sets a new version
  npm run release -- publish     builds, tests, opens the tab in every live shell, and makes it live
  npm run release -- publish --next   makes it a candidate, which only a link opens
  npm run release -- status      shows the live release
  npm run release -- rollback    makes the previous version live, within seconds
In other folders, name the remote: npm run release -- publish mf-codes

Staff get the live release the next time they open the tab, without a reload.

Exit codes:
  0  done                          4  could not be checked: shell, store, key or
  1  unexpected failure               Chromium is out of reach or unusable
  2  invalid command line          5  no such remote, version or previous release
  3  refused: a check failed, or   6  damaged: the store or a packed file was changed
     somebody else was faster    130  interrupted

Full reference, including pipelines: docs/releases.md in the repository of the shell.`
