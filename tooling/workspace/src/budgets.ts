import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import type { Package } from './workspace'

/** What a build may cost whoever opens it for the first time. Sizes are in kilobytes, compressed as gzip. */
export interface Budget {
  /** The script that everything else waits for. */
  entry: number
  /** All scripts until it can be used. */
  firstLoad: number
  /** Scripts and styles until it can be used. They are asked for at once: none of them waits for another. */
  requests: number
}

/** What one tab may cost beside the shell, where the `canje.budget` of its package.json does not say otherwise. */
const TAB: Budget = { entry: 10, firstLoad: 14, requests: 2 }

/** What an entry may weigh at most, whoever asks for more: every session pays for all of them. */
const HEAVIEST_ENTRY = 14

const Limit = v.pipe(v.number(), v.gtValue(0))
const Canje = v.object({
  budget: v.optional(
    v.strictObject({
      entry: v.exactOptional(v.pipe(Limit, v.maxValue(HEAVIEST_ENTRY))),
      firstLoad: v.exactOptional(Limit),
      requests: v.exactOptional(Limit),
    }),
    {},
  ),
})

/** What the shell's pages may cost, those of `/login` and `/main`. */
const pages: Readonly<Record<string, Budget>> = {
  'index.html': { entry: 6, firstLoad: 180, requests: 3 },
  'main.html': { entry: 6, firstLoad: 265, requests: 4 },
}

interface File {
  path: string
  size: number
}

/**
 * Weighs a production build.
 *
 * @returns what is over its budget, each with the files that make it up, or what is wrong with the budget; nothing when
 * the build keeps to it
 */
export function overBudget(project: Pick<Package, 'name' | 'directory' | 'budget'>): string[] {
  return project.name === 'shell' ? pagesOverBudget(project) : tabOverBudget(project)
}

function pagesOverBudget({ name, directory }: Pick<Package, 'name' | 'directory'>): string[] {
  const dist = join(directory, 'dist')
  return Object.entries(pages).flatMap(([page, budget]) =>
    findings(`${name}/${page}`, weigh(dist, filesOfPage(dist, page)), budget),
  )
}

function tabOverBudget({ name, directory, budget }: Pick<Package, 'name' | 'directory' | 'budget'>): string[] {
  const canje = v.safeParse(Canje, { budget })
  if (!canje.success)
    return canje.issues.map((issue) => `package.json of ${name}, canje.${v.getDotPath(issue)}: ${issue.message}`)
  const dist = join(directory, 'dist')
  return findings(name, weigh(dist, filesOfTab(dist)), { ...TAB, ...canje.output.budget })
}

function findings(name: string, files: File[], { entry, firstLoad, requests }: Budget): string[] {
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  const entries = scripts.filter(({ path }) => /^(main|remoteEntry)\./.test(path))
  return [
    ...(sum(entries) > entry ? [`The entry of ${name} is ${listed(entries)}; its budget is ${entry} KB.`] : []),
    ...(sum(scripts) > firstLoad
      ? [`The scripts of ${name} are ${listed(scripts)}; their budget is ${firstLoad} KB.`]
      : []),
    ...(files.length > requests
      ? [`${name} takes ${files.length} requests, ${listed(files)}; its budget is ${requests}.`]
      : []),
  ]
}

/** What the page names it needs: a file that it leaves out would wait for another one. */
function filesOfPage(dist: string, page: string): string[] {
  const html = readFileSync(join(dist, page), 'utf8')
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
}

const Tab = v.object({ entry: v.string(), preload: v.array(v.string()) })

function filesOfTab(dist: string): string[] {
  const { entry, preload } = v.parse(Tab, JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')))
  return [entry, ...preload]
}

function weigh(dist: string, paths: string[]): File[] {
  return paths.map((path) => ({
    path,
    size: gzipSync(readFileSync(join(dist, path)), { level: 9 }).length / 1000,
  }))
}

function sum(files: File[]): number {
  return files.reduce((total, { size }) => total + size, 0)
}

/** The largest first: that is where to look. */
function listed(files: File[]): string {
  const each = files.toSorted((a, b) => b.size - a.size).map(({ path, size }) => `${path} ${size.toFixed(1)}`)
  return `${sum(files).toFixed(1)} KB (${each.join(', ')})`
}
