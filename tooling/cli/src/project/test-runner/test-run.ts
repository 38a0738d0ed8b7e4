import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildResult, runNode } from '../child'
import { programOf } from '../program'
import type { Package } from '../project'
import { findChromium } from './chromium'
import { type Counts, countsOf } from './counts'

/** Runs the tests of one package with their output on this terminal. */
export async function runTests(
  { directory }: Pick<Package, 'directory'>,
  args: string[],
  stop: AbortSignal,
): Promise<ChildResult> {
  const { script, command, env } = await runnerOf(directory, stop)
  return runNode(script, [command, ...args], {
    cwd: directory,
    env,
    stdio: 'inherit',
    signal: stop,
    killSignal: 'SIGINT',
  })
}

/** Runs the tests of one package without output and counts them; `extra` adds arguments and variables for the runner. */
export async function countTests(
  { directory }: Package,
  stop: AbortSignal,
  extra: { args: string[]; env?: NodeJS.ProcessEnv } = { args: [] },
): Promise<{ counts: Counts; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-tests-'))
  const report = join(folder, 'report.json')
  try {
    const { script, command, env, reportTo } = await runnerOf(directory, stop)
    const reporting = reportTo(report)
    const { code, output } = await runNode(script, [command, ...extra.args, ...reporting.args], {
      cwd: directory,
      env: { ...env, ...extra.env, ...reporting.env },
      signal: stop,
      killSignal: 'SIGINT',
    })
    return { counts: countsOf(await readJson(report), code === 0), output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Runner {
  script: string
  command: string
  env: NodeJS.ProcessEnv
  /** Arguments and variables that make it also write a JSON report to a file. */
  reportTo(file: string): { args: string[]; env?: NodeJS.ProcessEnv }
}

async function runnerOf(directory: string, stop: AbortSignal): Promise<Runner> {
  if (!existsSync(join(directory, 'playwright.config.ts'))) {
    return {
      script: programOf(directory, 'vitest', 'vitest.mjs'),
      command: 'run',
      env: process.env,
      reportTo: (file) => ({ args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] }),
    }
  }
  return {
    script: programOf(directory, '@playwright/test', 'cli.js'),
    command: 'test',
    env: { ...process.env, CHROMIUM_PATH: await findChromium(process.env, stop) },
    reportTo: (file) => ({ args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
