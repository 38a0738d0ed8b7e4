import { expect, it } from 'vitest'
import { parseCommandLine } from './command-line'
import { recordedCliEnvironment } from './testing/cli-environment'

const publicKey = `${'A'.repeat(43)}=`
const otherKey = `${'B'.repeat(43)}=`
const commands = 'publish pack promote copy rollback withdraw status verify propose keygen prune check-shell'

it('parses every option of publish', () => {
  const args = ['publish', 'mf-codes', '--store', 's', '--key', 'k', '--shell', 'http://a', '--shell', 'http://b']
  expect(
    parseCommandLine(
      [...args, '--dist', 'd', '--dry-run', '--next', '--days', '30', '--json'],
      recordedCliEnvironment(),
    ),
  ).toEqual({
    command: 'publish',
    target: 'mf-codes',
    options: {
      store: 's',
      key: 'k',
      shell: ['http://a', 'http://b'],
      dist: 'd',
      dryRun: true,
      next: true,
      days: 30,
      json: true,
    },
  })
})

it.each<[string[], object]>([
  [['publish'], { command: 'publish', target: undefined, options: {} }],
  [['promote', 'mf-codes@1.2.0'], { command: 'promote', target: 'mf-codes@1.2.0', options: {} }],
  [
    ['propose', 'mf-codes', '--public-key', publicKey, '--public-key', otherKey],
    { command: 'propose', target: 'mf-codes', options: { publicKey: [publicKey, otherKey] } },
  ],
  [['prune'], { command: 'prune', target: undefined, options: { days: 7 } }],
  [['prune', '--days', '0.5'], { command: 'prune', target: undefined, options: { days: 0.5 } }],
])('parses %j', (args, invocation) => {
  expect(parseCommandLine(args, recordedCliEnvironment())).toEqual(invocation)
})

it.each<[string[], string]>([
  [[], 'Commands:'],
  [['publsh', '--json'], 'Did you mean publish?'],
  [['promote', '--json'], "missing required argument 'release'"],
  [['publish', 'a', 'b'], 'too many arguments'],
  [['publish', '--shell', 'ftp://office'], 'It must be an http or https URL.'],
  [['prune', 'mf-codes', '--all'], 'name a remote, or pass --all'],
  [['prune', '--days', '99999'], 'It must be a number of days from 0 to 9999.'],
  [['publish', '--max-age', '-1'], 'It must be a number of hours from 0 to 9999.'],
  [['propose', '--public-key', 'null'], 'It must be the 32 bytes of a public key, in base64.'],
  [['propose', '--public-key', publicKey, '--key', 'k'], 'cannot be used with option'],
  [['publish', '--packed', 'p.tgz', '--dist', 'd'], 'cannot be used with option'],
  [['publish', '--packed', 'p.tgz', '--artifacts', 'a'], 'cannot be used with option'],
  [['publish', '--max-age', '3'], "option '--max-age' is for what pack wrote: add '--packed'"],
  [['status', '--store', ''], "option '--store <location>' has an empty value"],
  [['withdraw', '1.0.0', '--reason', ''], "option '--reason <text>' has an empty value"],
  [['rollback', '--reason', 'a\nb'], 'It must be one line of at most 300 characters.'],
  [['publish', '--days', '3'], "option '--days' is for a candidate: add '--next'"],
  [['publish', '--next', '--days', '0'], 'It must be a number of days from 0.0001 to 9999.'],
  [['copy', '1.0.0', '--from', 's', '--to', 't', '--days', '3'], "add '--next'"],
  [['promote', '1.0.0', '--next'], "unknown option '--next'"],
  [['publish', '--no-live'], "unknown option '--no-live'"],
  [['pack', '--key', 'k'], "unknown option '--key'"],
  [['copy', '1.0.0', '--from', 's'], "required option '--to <location>' not specified"],
])('rejects %j with exit code 2', (args, message) => {
  const output = recordedCliEnvironment()
  expect(parseCommandLine(args, output)).toBe(2)
  expect(output.stderr()).toContain(message)
  expect(output.stdout()).toMatch(args.includes('--json') ? /^{[^{}]+"exitCode": 2,\s+"error": "error: [^{}]+}$/ : /^$/)
})

it('lists every command and every exit code with --help', () => {
  const output = recordedCliEnvironment()
  expect(parseCommandLine(['--help'], output)).toBe(0)
  const listed = output.stdout().match(/^ {2}[a-z-]+(?= (\[options\]))/gm) ?? []
  expect(listed.map((line) => line.trim()).sort()).toEqual(commands.split(' ').sort())
  for (const code of [0, 1, 2, 3, 4, 5, 6, 130]) expect(output.stdout()).toMatch(new RegExp(`\\b${code}  [a-z]`))
})
