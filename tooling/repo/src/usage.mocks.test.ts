import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { ROOT } from './workspace'

type Modules = Record<string, string>
type Dispatch = (program: string, modules: Modules, args: string[], stop: AbortSignal) => Promise<number>

const programs = new Map<string, Modules>()

vi.mock('tsx/esm/api', () => ({ register: () => undefined }))
vi.mock('@canje/cli/run-command', () => ({
  runCommand: (program: string, modules: Modules) => programs.set(program, modules),
}))
const { dispatch } = await vi.importActual<{ dispatch: Dispatch }>('@canje/cli/run-command')
await import(join(ROOT, 'tooling/cli/src/canje.mjs'))
await import(join(ROOT, 'tooling/repo/run.mjs'))

const commands = [...programs].flatMap(([program, modules]) => Object.keys(modules).map((name) => `${program} ${name}`))
/** Commander refuses their options: with another code, and without a second copy of the usage. */
const WITH_COMMANDER = ['canje release', 'canje check-services']
const REFUSAL = { code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]+\nUsage:/) }
const REFUSAL_OF_COMMANDER = { code: 2, stdout: '', stderr: expect.stringMatching(/^error: .+\n+Add --help/) }

afterEach(() => {
  vi.restoreAllMocks()
})

/** A command that begins its work rejects, because it is stopped. */
async function runLine(line: string) {
  const printed = { stdout: '', stderr: '' }
  const print = (name: keyof typeof printed) => (text: unknown) => {
    printed[name] += text
    return true
  }
  vi.spyOn(console, 'log').mockImplementation(print('stdout'))
  vi.spyOn(console, 'error').mockImplementation(print('stderr'))
  vi.spyOn(process.stdout, 'write').mockImplementation(print('stdout'))
  vi.spyOn(process.stderr, 'write').mockImplementation(print('stderr'))
  const [program, modules] = [...programs].find(([name]) => line.startsWith(name)) ?? ['', {}]
  const args = line.slice(program.length).split(' ').filter(Boolean)
  const code = await dispatch(program, modules, args, AbortSignal.abort())
  vi.restoreAllMocks()
  return { code, ...printed }
}

it('finds the commands of both programs', () => {
  expect(commands).toEqual(expect.arrayContaining(['canje start', 'npm run test']))
})

it.each(['canje', 'npm run', ...commands])('%s prints its usage', async (command) => {
  const usage = { code: 0, stdout: expect.stringMatching(/^Usage:\s+(npm|canje) /), stderr: '' }
  expect(await runLine(`${command} --help`)).toEqual(usage)
  expect(await runLine(`${command} -h`)).toEqual(usage)
})

// Playwright refuses those of the other one.
it.each(commands.filter((command) => command !== 'canje test-browser'))(
  '%s refuses an unknown option',
  async (command) => {
    const refusal = WITH_COMMANDER.includes(command) ? REFUSAL_OF_COMMANDER : REFUSAL
    expect(await runLine(`${command} --fly`)).toEqual(refusal)
  },
)

it.each([
  'canje',
  'canje fly',
  'canje start mf-codes',
  'canje staff list x',
  'npm run test mf-codes',
  'npm run test --only fly',
  'npm run kit table',
  'npm run new-remote mf-premios mf-sales --label Premios',
  'npm run web-server apache.conf',
  'npm run bench fly',
])('%s refuses missing or unknown arguments', async (line) => {
  expect(await runLine(line)).toEqual(REFUSAL)
})
