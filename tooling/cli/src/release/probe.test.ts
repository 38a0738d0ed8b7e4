import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { temporaryFolder } from '@canje/release-store/testing'
import { expect, it, onTestFinished } from 'vitest'
import { PROVIDED_ID, writeProbe } from './probe'

const provide = (module: object) => ({ '1.0.0': { get: async () => () => module } })

/** Runs the probe as the federation runtime does. @returns what its tab renders */
async function render(scope: object, props: object, slots: string[] = []): Promise<unknown[]> {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const dist = join(folder, 'dist')
  const extensions = slots.map((slot) => ({ slot, module: `./${slot}`, preload: [] }))
  await writeProbe(dist, extensions)
  const { entry, name } = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8'))
  const window: Record<string, { init(scope: object): void; get(): Promise<() => { default: Tab }> }> = {}
  runInNewContext(await readFile(join(dist, entry), 'utf8'), { window })
  const container = window[`${name}@probe`]
  container?.init(scope)
  return (await container?.get())?.().default(props) ?? []
}
type Tab = (props: object) => unknown[]

const createElement = (type: unknown, props: object, ...children: unknown[]) => ({ type, props, children })

it('shows the exports that a shell gives, and no slot', async () => {
  const scope = {
    react: provide({ createElement, removed: undefined }),
    'shared-auth': provide({ apiClient: {} }),
  }
  const provided = JSON.stringify({ react: ['createElement'], 'shared-auth': ['apiClient'] })
  const shown = await render(scope, {})
  expect(shown).toEqual([{ type: 'output', props: { key: 'provided', id: PROVIDED_ID }, children: [provided] }])
})

it('shows the slots of a release with the React of the shell', async () => {
  const extensions = { Extension: 'Extension' }
  const [, ...slots] = await render({ react: provide({ createElement }) }, { extensions }, ['detalle:codigo'])
  const props = { key: 'detalle:codigo', slot: 'detalle:codigo', input: {} }
  expect(slots).toEqual([{ type: 'Extension', props, children: [] }])
})
