import { describe, expect, it } from 'vitest'
import { type CommandName, parseCommandLine } from './command-line'
import { recordedSurroundings } from './testing/surroundings'

const registryKey = `${'A'.repeat(43)}=`
const otherKey = `${'B'.repeat(43)}=`
const commands: CommandName[] = ['publish', 'promote', 'rollback', 'status', 'verify', 'rekey', 'prune']

it('reads every option of a publication', () => {
  const args = ['publish', 'mf-codes', '--store', 's', '--key', 'k', '--shell', 'http://a', '--shell', 'http://b']
  expect(parseCommandLine([...args, '--dry-run', '--no-live', '--json'], recordedSurroundings())).toEqual({
    command: 'publish',
    subject: 'mf-codes',
    options: { store: 's', key: 'k', shell: ['http://a', 'http://b'], dryRun: true, live: false, json: true },
  })
})

it.each<[string[], object]>([
  [['publish'], { command: 'publish', subject: undefined, options: { live: true } }],
  [['promote', 'mf-codes@1.2.0'], { command: 'promote', subject: 'mf-codes@1.2.0', options: {} }],
  [['rollback', '--dry-run'], { command: 'rollback', subject: undefined, options: { dryRun: true } }],
  [['status', '--json'], { command: 'status', subject: undefined, options: { json: true } }],
  [
    ['verify', '--registry-key', registryKey],
    { command: 'verify', subject: undefined, options: { registryKey: [registryKey] } },
  ],
  [
    ['verify', '--registry-key', registryKey, '--registry-key', otherKey],
    { command: 'verify', subject: undefined, options: { registryKey: [registryKey, otherKey] } },
  ],
  [
    ['rekey', '--key', 'k', '--new-key', 'n', '--shell', 'http://a', '--dry-run'],
    {
      command: 'rekey',
      subject: undefined,
      options: { key: 'k', newKey: 'n', shell: ['http://a'], dryRun: true },
    },
  ],
  [['prune'], { command: 'prune', subject: undefined, options: { days: 7 } }],
  [['prune', '--days', '0.5'], { command: 'prune', subject: undefined, options: { days: 0.5 } }],
])('reads %j', (args, invocation) => {
  expect(parseCommandLine(args, recordedSurroundings())).toEqual(invocation)
})

it.each<[string[], string]>([
  [[], 'Commands:'],
  [['publsh'], 'Did you mean publish?'],
  [['promote'], "missing required argument 'release'"],
  [['publish', 'a', 'b'], 'too many arguments'],
  [['publish', '--shell', 'office'], 'It must be an http or https address.'],
  [['publish', '--shell', 'ftp://office'], 'It must be an http or https address.'],
  [['prune', '--days', 'some'], 'It must be a number of days, 0 or more.'],
  [['verify', '--registry-key', ''], 'It must be the 32 bytes of a public key, in base64.'],
  [['verify', '--registry-key', 'null'], 'It must be the 32 bytes of a public key, in base64.'],
  [['verify', '--registry-key', `-${registryKey.slice(1)}`], 'It must be the 32 bytes of a public key, in base64.'],
  [['rollback', '--shell', 'http://a'], "unknown option '--shell'"],
  [['rekey', '--key', 'k'], "required option '--new-key <pem>' not specified"],
])('complains about %j with exit code 2', (args, complaint) => {
  const output = recordedSurroundings()
  expect(parseCommandLine(args, output)).toBe(2)
  expect(output.complained()).toContain(complaint)
  expect(output.printed()).toBe('')
})

describe('--help', () => {
  it('names every command and every exit code', () => {
    const output = recordedSurroundings()
    expect(parseCommandLine(['--help'], output)).toBe(0)
    for (const command of commands) expect(output.printed()).toMatch(new RegExp(`^  ${command} `, 'm'))
    for (const code of [0, 1, 2, 3, 4, 5, 6]) expect(output.printed()).toMatch(new RegExp(`\\b${code}  [a-z]`))
  })

  it.each(commands)('of %s has examples that are right', (command) => {
    const output = recordedSurroundings()
    expect(parseCommandLine([command, '--help'], output)).toBe(0)
    const [, ...examples] = output.printed().split('npm run release -- ').slice(1)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      const [line = ''] = example.split(/ {2,}|\n/, 1)
      expect(parseCommandLine(line.replace(/"[^"]*"/, registryKey).split(' '), output)).toMatchObject({ command })
    }
  })
})
