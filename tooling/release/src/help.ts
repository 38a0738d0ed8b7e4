import type { CommandName } from './command-line'

/** Shown by `--help` below the commands. */
export const GUIDE = `How a release goes, for the team of mf-codes, in the folder mf-codes:
  npm version minor              gives it a version that is not taken
  npm run release -- publish     builds, tests, opens it in every live shell, and makes it live
  npm run release -- status      shows what is live
  npm run release -- rollback    puts the previous version back, within seconds
Elsewhere, name the remote: npm run release -- publish mf-codes

Nobody reloads anything: staff get what is live the next time they open the tab.

Exit codes:
  0  done                        4  could not be checked: shell, key, registry or Chromium
  1  failed, nobody foresaw it   5  no such remote, version or previous release
  2  wrong command line          6  the store does not hold what its registry says
  3  refused: not fit for use

docs/release.md has all of it, pipelines too.`

const EXAMPLES: Record<CommandName, string[]> = {
  publish: [
    'npm run release -- publish                  in the folder of the remote',
    'npm run release -- publish mf-codes --dry-run',
    'npm run release -- publish mf-codes --shell https://office.example.com --shell https://test.example.com',
    'npm run release -- publish mf-codes --json --store /srv/releases --key /run/secrets/release-key.pem',
  ],
  promote: [
    'npm run release -- promote 1.2.0            in the folder of the remote',
    'npm run release -- promote mf-codes@1.2.0   what was published with --no-live, or rolled back',
  ],
  rollback: [
    'npm run release -- rollback                 in the folder of the remote',
    'npm run release -- rollback mf-codes --dry-run',
  ],
  status: ['npm run release -- status', 'npm run release -- status mf-codes --json'],
  verify: [
    'npm run release -- verify',
    'npm run release -- verify --store /srv/releases --registry-key "$(curl -s https://office.example.com/config.json | jq -r .registryKey)"',
  ],
  rekey: [
    'npm run release -- rekey --new-key new-key.pem --shell https://office.example.com --dry-run',
    'npm run release -- rekey --key old-key.pem --new-key new-key.pem --shell https://office.example.com',
  ],
  prune: ['npm run release -- prune --dry-run          lists what would go', 'npm run release -- prune --days 30'],
}

/** Shown by `--help` of one command below its options. */
export function examplesOf(command: CommandName): string {
  return `Examples:\n${EXAMPLES[command].map((line) => `  ${line}`).join('\n')}`
}
