import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newTab, nextSteps, problemsOf } from './new-tab'
import { renderTemplate } from './template'

const USAGE = `Usage: npm create @canje/tab mf-premios [-- --label Premios] [--order 100] [--kind table|form|chart]

Creates a repository with a tab of Canje, in a folder of that name, which may be an empty clone. Inside another
repository, it creates the folder without pipelines.`

/** Git hosts read them in the root of a repository only. */
const PIPELINE = /^(\.github\/|\.gitlab-ci\.yml$)/

/**
 * Runs the command in the working directory.
 *
 * @returns its exit code
 */
export function run(args: string[]): number {
  try {
    return create(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    return 2
  }
}

function create(args: string[]): number {
  const options = {
    label: { type: 'string' },
    order: { type: 'string', default: '100' },
    kind: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [name, ...others] = positionals
  if (!name || others.length > 0) throw new Error('One name of a remote is needed.')
  const tab = newTab(name, values.label ?? defaultLabel(name), Number(values.order), values.kind)
  const folder = resolve(name)
  const problems = [
    ...problemsOf(tab),
    ...(contentOf(folder).some((entry) => entry !== '.git') ? [`${folder} is not empty: choose another name.`] : []),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const isClone = contentOf(folder).includes('.git')
  const isNested = !isClone && spawnSync('git', ['rev-parse', '--is-inside-work-tree']).status === 0
  for (const [path, text] of renderTemplate(tab, 'standalone'))
    if (!isNested || !PIPELINE.test(path)) write(join(folder, path), text)
  const isRepository = isClone || isNested || createRepository(folder)
  console.log(nextSteps(tab, [...(isRepository ? [] : ['git init --initial-branch=main']), 'npm install']))
  if (isNested)
    console.log(`It has no pipelines, because it is in a repository that has its own.
If it becomes a workspace there, add include=dev to the .npmrc of the root: npm reads no other.`)
  return 0
}

/** Names in a folder; none if it does not exist. */
function contentOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** @returns false if git is missing, or older than 2.28 */
function createRepository(folder: string): boolean {
  return spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder }).status === 0
}

/** `Puntos de venta` for `mf-puntos-de-venta`. */
function defaultLabel(name: string): string {
  const words = name.replace(/^mf-/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
