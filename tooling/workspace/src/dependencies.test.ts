import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ROOT } from './workspace'

const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'PostgreSQL',
  'CC0-1.0',
]

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      integrity: v.optional(v.string()),
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
      optional: v.optional(v.boolean()),
      cpu: v.optional(v.array(v.string())),
    }),
  ),
})
const { packages } = v.parse(Lock, JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
const fromRegistry = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const shipped = fromRegistry.filter(([, { dev }]) => !dev)
const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))

/** One permissive choice is enough, as in `(MIT OR Apache-2.0)`. */
function isPermissive(license = 'none'): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => PERMISSIVE.includes(choice))
}

it('ships only packages with permissive licences', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const others = shipped.filter(([, { license }]) => !isPermissive(license))
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'none'}`)).toEqual([])
})

it('has the MIT licence in every package', () => {
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter(([, { license }]) => license !== 'MIT').map(([path]) => path)).toEqual([])
  expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toMatch(/^MIT License\n/)
})

// The registry used for the lock file lacks some platforms' build tools, so it provided no hash for them.
it('pins the contents of every package except platform-specific build tools', () => {
  const unpinned = fromRegistry.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
  const others = unpinned.filter(([, { optional, cpu }]) => !optional || !cpu)
  expect(others.map(([path]) => path)).toEqual([])
})

it.each([
  ['primereact', /^10\./],
  ['primeicons', /^7\./],
])('stays on the last free major version of %s', (name, version) => {
  const installed = shipped.filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(installed.map(([, found]) => found.version)).toEqual([expect.stringMatching(version)])
})
