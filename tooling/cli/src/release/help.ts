/** Text of `--help` below the commands. */
export const GUIDE = `A release of mf-codes, in the folder mf-codes:
  npm version minor              sets a new version
  npm run release -- publish     builds, tests, opens the tab in every live shell, and makes it live
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

const EXAMPLES = {
  publish: [
    'npm run release -- publish                  in the folder of the remote',
    'npm run release -- publish mf-codes --dry-run',
    'npm run release -- publish mf-codes --shell https://office.example.com --shell https://test.example.com',
    'npm run release -- publish mf-premios --dist premios/dist',
    'npm run release -- publish mf-codes --json --store s3://canje/releases --key /run/secrets/release-key.pem',
    'npm run release -- publish mf-codes --packed mf-codes-1.2.0.tgz --key /run/secrets/release-key.pem',
  ],
  pack: [
    'npm run release -- pack                     in the folder of the remote; publish --packed releases the file',
    'npm run release -- pack mf-codes --out packed.tgz --shell https://office.example.com',
  ],
  promote: [
    'npm run release -- promote 1.2.0            in the folder of the remote',
    'npm run release -- promote mf-codes@1.2.0   after publish --no-live, or after a rollback',
  ],
  copy: [
    'npm run release -- copy mf-codes@1.3.0 --from s3://test --to s3://production --shell https://office.example.com',
    'npm run release -- copy mf-codes@1.3.0 --from /srv/test --to /srv/production --dry-run',
    'npm run release -- copy mf-codes@1.3.0 --from /srv/test --to /srv/production --from-shell https://test.example.com',
  ],
  rollback: [
    'npm run release -- rollback                 in the folder of the remote',
    'npm run release -- rollback mf-codes --dry-run',
  ],
  withdraw: [
    'npm run release -- withdraw 1.3.0 --reason "Deletes codes twice"      in the folder of the remote',
    'npm run release -- withdraw mf-codes@1.3.0 --reason "Deletes codes twice"',
  ],
  status: [
    'npm run release -- status',
    'npm run release -- status mf-codes --json',
    'npm run release -- status mf-codes --log    who changed what, when and why',
    'npm run release -- status --requires',
  ],
  verify: [
    'npm run release -- verify',
    'npm run release -- verify --store /srv/releases --shell https://office.example.com',
  ],
  propose: [
    'npm run release -- propose --key codes-key.pem                   in the folder of the remote',
    'npm run release -- propose mf-premios --dist premios/dist --public-key <base64>',
  ],
  keygen: [
    'npm run release -- keygen --out codes-key.pem                    prints the public key',
    'npm run release -- keygen --json                                 prints both',
  ],
  prune: [
    'npm run release -- prune --dry-run          lists the releases to be deleted',
    'npm run release -- prune mf-codes --days 30 --key codes-key.pem',
  ],
  'check-shell': [
    'npm run release -- check-shell shell/dist    before a shell is deployed',
    'npm run release -- check-shell https://office-test.example.com --store s3://canje/releases',
  ],
}
/** The commands of `npm run release`. */
export type CommandName = keyof typeof EXAMPLES

/** Text of a command's `--help` below its options. */
export function examplesOf(command: CommandName): string {
  return `Examples:\n${EXAMPLES[command].map((line) => `  ${line}`).join('\n')}`
}
