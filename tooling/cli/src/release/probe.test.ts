import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { temporaryFolder } from '@canje/release-store/testing'
import { expect, it, onTestFinished } from 'vitest'
import { parseProvided } from './checks/provided'
import { PROP_PATHS } from './checks/shell-contract'
import { writeProbe } from './probe'

const provide = (module: object) => ({ '1.0.0': { get: async () => () => module } })

/** Runs the probe as the federation runtime does. @returns what its tab renders */
async function render(scope: object, props: object, slots: string[] = []): Promise<unknown[]> {
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const dist = join(folder, 'dist')
  const extensions = slots.map((slot) => ({ slot, module: `./${slot}`, preload: [] }))
  await writeProbe(dist, extensions, PROP_PATHS)
  const { entry, name } = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8'))
  const window: Record<string, { init(scope: object): void; get(): Promise<() => { default: Tab }> }> = {}
  runInNewContext(await readFile(join(dist, entry), 'utf8'), { window })
  const container = window[`${name}@probe`]
  container?.init(scope)
  return (await container?.get())?.().default(props) ?? []
}
type Tab = (props: object) => unknown[]

it('shows the exports and props that a shell gives, and no slot', async () => {
  const scope = {
    react: provide({ useState: () => undefined, removed: undefined }),
    'shared-auth': provide({ apiClient: {} }),
  }
  const memo = { $$typeof: Symbol.for('react.memo') }
  const draft = { current: null, onChange: () => undefined }
  const [text, ...slots] = await render(scope, { features: [], draft, extensions: { has: 1, Extension: memo } })
  const { modules, props } = parseProvided(`Canje: probe${text}`) ?? {}
  expect(modules).toEqual({ react: ['useState'], 'shared-auth': ['apiClient'] })
  expect(props).toMatchObject({
    notify: 'undefined',
    features: 'array',
    'draft.current': 'null',
    'draft.onChange': 'function',
    'view.params': 'undefined',
    'extensions.has': 'number',
    'extensions.Extension': 'function',
  })
  expect(slots).toEqual([])
})

it('shows the slots of a release with the React of the shell', async () => {
  const createElement = (type: unknown, props: object) => ({ type, props })
  const extensions = { Extension: 'Extension' }
  const [, ...slots] = await render({ react: provide({ createElement }) }, { extensions }, ['detalle:codigo'])
  const props = { key: 'detalle:codigo', slot: 'detalle:codigo', input: {} }
  expect(slots).toEqual([{ type: 'Extension', props }])
})
