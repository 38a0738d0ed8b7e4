import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findingsOf } from '@canje/registry'
import * as v from 'valibot'
import type { Package } from './project'

/** The limits of a build's first load. Sizes are in kilobytes (gzip). */
interface Budget {
  /** The entry script, which every other script waits for. */
  entry: number
  /** All scripts of the first load; of a tab, its style sheets too. */
  firstLoad: number
  /** The number of scripts and styles of the first load, which browsers request in parallel. */
  requests?: number
}

/** The default budget of a tab, without the shell; `canje.budget` of its package.json overrides it. */
const TAB_BUDGET: Budget = { entry: 10, firstLoad: 14 }

/** In KB (gzip). No `canje.budget` may exceed it, because every session loads all entries. */
const MAX_ENTRY = 14

const Limit = v.pipe(v.number(), v.gtValue(0))
const Canje = v.object({
  budget: v.optional(
    v.strictObject({
      entry: v.exactOptional(v.pipe(Limit, v.maxValue(MAX_ENTRY))),
      firstLoad: v.exactOptional(Limit),
      requests: v.exactOptional(Limit),
    }),
    {},
  ),
})

/**
 * Budgets of the shell's pages: `index.html` is `/login`, `main.html` is `/main`. An entry has a hash of each chunk that
 * loads on demand.
 */
const PAGE_BUDGETS: Readonly<Record<string, Budget>> = {
  'index.html': { entry: 7.6, firstLoad: 165.4, requests: 3 },
  'main.html': { entry: 7.6, firstLoad: 238.2, requests: 4 },
}

interface File {
  path: string
  size: number
}

/**
 * Checks a production build against its budget. The own copy of `shared-ui` does not count: whether it loads depends on
 * the shell.
 *
 * @returns one message per exceeded limit, with its files, or per error in `canje.budget`; empty within the budget
 */
export function overBudget(project: Pick<Package, 'name' | 'directory' | 'budget'>): string[] {
  return project.name === 'shell' ? pagesOverBudget(project) : tabOverBudget(project)
}

/**
 * @param dist absolute path of a build
 * @returns the size of files in it, in KB (gzip)
 */
export function downloadSize(dist: string, paths: string[]): number {
  return sum(measure(dist, paths))
}

function pagesOverBudget({ name, directory }: Pick<Package, 'name' | 'directory'>): string[] {
  const dist = join(directory, 'dist')
  return Object.entries(PAGE_BUDGETS).flatMap(([page, budget]) =>
    findings(`${name}/${page}`, 'scripts', measure(dist, filesOfPage(dist, page)), budget),
  )
}

function tabOverBudget({ name, directory, budget }: Pick<Package, 'name' | 'directory' | 'budget'>): string[] {
  const canje = v.safeParse(Canje, { budget })
  if (!canje.success) return findingsOf('canje', canje.issues).map((finding) => `package.json of ${name}, ${finding}`)
  const dist = join(directory, 'dist')
  return findings(name, 'files', measure(dist, filesOfTab(dist)), { ...TAB_BUDGET, ...canje.output.budget })
}

/** @param limited what `firstLoad` limits */
function findings(
  name: string,
  limited: 'files' | 'scripts',
  files: File[],
  { entry, firstLoad, requests }: Budget,
): string[] {
  const counted = limited === 'files' ? files : files.filter(({ path }) => path.endsWith('.js'))
  const entries = files.filter(({ path }) => /^(main|remoteEntry)\..*js$/.test(path))
  return [
    ...(sum(entries) > entry ? [`The entry of ${name} is ${summarize(entries)}; its budget is ${entry} KB.`] : []),
    ...(sum(counted) > firstLoad
      ? [`The ${limited} of ${name} are ${summarize(counted)}; their budget is ${firstLoad} KB.`]
      : []),
    ...(requests !== undefined && files.length > requests
      ? [`${name} takes ${files.length} requests, ${summarize(files)}; its budget is ${requests}.`]
      : []),
  ]
}

/** The files that the page loads itself; any other file would wait for one of them. */
function filesOfPage(dist: string, page: string): string[] {
  const html = readFileSync(join(dist, page), 'utf8')
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
}

const Tab = v.object({ entry: v.string(), preload: v.array(v.string()) })

function filesOfTab(dist: string): string[] {
  const { entry, preload } = v.parse(Tab, JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')))
  return [entry, ...preload]
}

function measure(dist: string, paths: string[]): File[] {
  return paths.map((path) => ({
    path,
    size: gzipSync(readFileSync(join(dist, path)), { level: 9 }).length / 1000,
  }))
}

function sum(files: File[]): number {
  return files.reduce((total, { size }) => total + size, 0)
}

/** Total and files, the largest first. */
function summarize(files: File[]): string {
  const each = files.toSorted((a, b) => b.size - a.size).map(({ path, size }) => `${path} ${size.toFixed(1)}`)
  return `${sum(files).toFixed(1)} KB (${each.join(', ')})`
}
