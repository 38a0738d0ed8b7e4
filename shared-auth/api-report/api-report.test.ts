// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiReport } from './api-report'
import { apiChanges, versionFinding } from './changes'
import { currentApi, lastRelease } from './release'

const folder = mkdtempSync(join(tmpdir(), 'canje-api-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('finds that the version of shared-auth matches its changes since the last release', () => {
  expect(versionFinding(lastRelease(), currentApi())).toBeUndefined()
})

describe('apiReport', () => {
  const sources = {
    'package.json': JSON.stringify({
      name: 'doors',
      dependencies: { metals: '1.0.0' },
      peerDependencies: { react: '^19.3.0' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler' },
    }),
    'src/index.ts':
      "export { type Open, open as start, shut, bolt, bolt as latch } from './door'\nexport * from './keys'",
    'src/door.ts': `
      import type { Key } from './keys'
      /** Not exported, but used by Open. */
      interface Hinge { oiled: boolean }
      export type Open = { key: Key; hinge: Hinge }
      export function open(key: Key): Promise<Open>
      export function open(): Promise<undefined>
      export async function open(key?: Key) { return key && { key, hinge: { oiled: true } } }
      export const shut = (door: Open) => [door.hinge]
      export const bolt = 2
      export const secret = 1`,
    'src/keys.ts': '/** Opens doors. */\nexport interface Key { teeth: number }',
  }

  function reportOf(changes: Record<string, string> = {}): string {
    for (const [path, text] of Object.entries({ ...sources, ...changes })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return apiReport(folder)
  }

  let plain: string
  beforeAll(() => {
    plain = reportOf()
  })

  it('lists exported declarations and the types they use', () => {
    for (const declaration of [
      'const bolt = 2;',
      'interface Hinge {',
      'export interface Key {',
      'export type Open = {',
      'export const shut: (door: Open) => Hinge[];',
      'export function start(key: Key): Promise<Open>;',
      'export function start(): Promise<undefined>;',
    ])
      expect(plain).toContain(declaration)
    expect(plain).not.toContain('secret')
  })

  it('counts the names of a declaration as part of it', () => {
    const renamed = reportOf({ 'src/index.ts': sources['src/index.ts'].replace(', bolt as latch', '') })
    expect(apiChanges(plain, renamed)).toMatchObject({ bolt: 'major' })
  })

  if (process.env.LONG_TESTS) {
    it('does not change with comments or private declarations', () => {
      const door = sources['src/door.ts'].replace('secret = 1', 'secret = 2').replace('Not exported', 'Internal')
      expect(reportOf({ 'src/door.ts': door })).toBe(plain)
    })

    it('throws the compiler output for sources that do not compile', () => {
      expect(() => reportOf({ 'src/keys.ts': 'export const key: number = ""' })).toThrow(
        /does not compile:[\s\S]*TS2322/,
      )
    })
  }
})
