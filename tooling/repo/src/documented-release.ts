import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '@canje/cli/project'
import { type Counts, oneTest, sum } from '@canje/cli/project/test-runner'
import * as v from 'valibot'
import type { Product } from './testing/product'
import { copyRepository } from './testing/repository-copy'
import { ROOT } from './workspace'

const RELEASE_COMMAND = 'npm run release -- '

/** The JSON output of a release command. */
const Outcome = v.object({
  error: v.optional(v.string(), ''),
  findings: v.optional(v.array(v.object({ code: v.string(), message: v.string() })), []),
  result: v.optional(
    v.object({
      version: v.optional(v.string()),
      tests: v.optional(
        v.object({
          passed: v.number(),
          failed: v.number(),
          skipped: v.number(),
          skipReasons: v.record(v.string(), v.number()),
        }),
      ),
    }),
    {},
  ),
})

/** The counted tests of a command, and its output. */
interface Result {
  counts: Counts
  output: string
}

/**
 * Releases a remote with the commands of the README, in a fresh clone. After each release command, its version must be
 * live. The first failure ends it.
 *
 * @param product in which the releases go live
 * @returns the counts of the remote's tests, which `publish` runs, with one test per release command
 */
export async function releaseAsDocumented(remote: string, product: Product, stop: AbortSignal): Promise<Result> {
  const clone = await copyRepository()
  const shell = (line: string, env = product.environment) =>
    runChild('sh', ['-c', `exec ${line}`], { cwd: join(clone, remote), env, signal: stop })

  async function runCommand(command: string): Promise<Result> {
    const { code, output } = await shell(command)
    return { counts: sum(code === 0 ? [] : [oneTest(false)]), output }
  }

  async function runRelease(command: string): Promise<Result> {
    const file = join(clone, 'outcome.json')
    const { code, output } = await shell(`${command} --json > '${file}'`, {
      ...product.environment,
      // Without npm's own lines in the JSON.
      npm_config_loglevel: 'silent',
    })
    const text = await readFile(file, 'utf8')
    const outcome = v.safeParse(v.pipe(v.string(), v.parseJson(), Outcome), text)
    if (!outcome.success) return { counts: oneTest(false), output: output + text }
    const { error, findings, result } = outcome.output
    const live = await liveVersion(remote, product)
    const succeeded = oneTest(code === 0 && result.version === live)
    const lines = findings.map(({ code, message }) => `✗ ${code}: ${message}`)
    return {
      counts: sum(result.tests ? [succeeded, result.tests] : [succeeded]),
      output: [output, error, ...lines, `${remote} ${live} is live.`].join('\n'),
    }
  }

  try {
    const results: Result[] = []
    for (const command of documentedCommands(remote)) {
      const result = await (command.startsWith(RELEASE_COMMAND) ? runRelease : runCommand)(command)
      results.push({ ...result, output: `$ ${command}\n${result.output.trim()}` })
      if (result.counts.failed > 0) break
    }
    return {
      counts: sum(results.map(({ counts }) => counts)),
      output: results.map(({ output }) => output).join('\n'),
    }
  } finally {
    await rm(clone, { recursive: true })
  }
}

/** The commands of 'One release' in the README, after `cd`, for a remote. */
function documentedCommands(remote: string): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, block = ''] = /\n## One release\n.*?```sh\n(.*?)```/s.exec(readme) ?? []
  const lines = block.replaceAll('mf-codes', remote).split('\n')
  const [enter, ...commands] = lines.map((line) => line.replace(/\s+#.*/, '')).filter((line) => line !== '')
  if (enter === `cd ${remote}` && commands.includes(`${RELEASE_COMMAND}publish`)) return commands
  throw new Error('The section "One release" of README.md has no commands that publish mf-codes in its folder.')
}

const Listed = v.object({
  remotes: v.array(v.object({ name: v.string(), live: v.nullable(v.object({ version: v.string() })) })),
})

async function liveVersion(remote: string, { remotesUrl }: Product): Promise<string | undefined> {
  const response = await fetch(`${remotesUrl}/registry.json`)
  const { remotes } = v.parse(Listed, await response.json())
  return remotes.find(({ name }) => name === remote)?.live?.version
}
