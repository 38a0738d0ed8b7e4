import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ROOT } from './workspace'

const PERMISSIVE = [
  'MIT',
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
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
    }),
  ),
})
const { packages } = v.parse(Lock, JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
const shipped = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
)

/** `(MIT OR Apache-2.0)`: one of the two is enough. */
function isPermissive(license = 'none'): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => PERMISSIVE.includes(choice))
}

it('ships nothing but permissive licences', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const others = shipped.filter(([, { license }]) => !isPermissive(license))
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'none named'}`)).toEqual([])
})

it.each([
  ['primereact', /^10\./],
  ['primeicons', /^7\./],
])('stays on the last free major version of %s', (name, version) => {
  const installed = shipped.filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(installed.map(([, found]) => found.version)).toEqual([expect.stringMatching(version)])
})
