import type { RegisteredRemote, Release } from '@canje/registry'
import type { ExtensionProps, TabProps } from '@canje/shared-auth'
import { AppProviders, notify } from '@canje/shared-ui/host'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from 'primereact/dialog'
import { type ComponentType, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RemotesContext } from '../remotes'
import {
  authorityOf,
  createTestRemotes,
  listed,
  remote as registered,
  type TestRemotes,
  withReleases,
} from '../testing/test-remotes'
import { TabPanel } from './TabPanel'

const SLOT = 'detalle:usuario'
const scores = registered('puntaje')

/** The remote with these releases, all of which provide the slots. */
function providing(remote: RegisteredRemote, ...slots: string[]): RegisteredRemote {
  const extensions = slots.map((slot) => ({ slot, preload: [] }))
  const provides = (release: Release) => ({ ...release, extensions })
  return { ...remote, live: provides(remote.live), previous: remote.previous.map(provides) }
}
const users = providing(withReleases(registered('usuarios'), '1.1.0', '1.0.0'), SLOT)
const usersWith = (...versions: [string, ...string[]]) =>
  providing(withReleases(registered('usuarios'), ...versions), SLOT)

let page: TestRemotes
/** Components by slot and version; without one, a slot shows its version. */
let components: Record<string, ComponentType<ExtensionProps>>

beforeEach(() => {
  components = {}
  page = createTestRemotes(scores, users)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  page.loader.load.mockImplementation(async ({ module }, { version }) => {
    if (module === './Tab') return { default: Scores }
    const slot = module.slice(2)
    return { default: components[`${slot} ${version}`] ?? (() => <p>{`${slot} de ${version}`}</p>) }
  })
})

const INPUT = { id: 7 }

/** A tab with rows, which opens and closes a slot. */
function Scores({ extensions }: TabProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState('')
  if (!extensions) return null
  const { has, Extension } = extensions
  return (
    <>
      <input aria-label="Borrador" value={draft} onChange={({ target }) => setDraft(target.value)} />
      <p>{has(SLOT) ? 'Enlace' : 'Texto'}</p>
      <p>{`Sin nombre: ${has('')}`}</p>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Detalle
      </button>
      {isOpen && <Extension slot={SLOT} input={INPUT} />}
    </>
  )
}

/** Asks for the slot that it may be in, and for another one. */
function Asking({ extensions, other }: ExtensionProps & { other: string }) {
  if (!extensions) return null
  const { has, Extension } = extensions
  return (
    <div>
      <p>{`Pide ${other}: ${has(other)}`}</p>
      <Extension slot={SLOT} input={{}} />
      <Extension slot={other} input={{}} />
    </div>
  )
}

function renderTab() {
  return render(
    <AppProviders>
      <RemotesContext value={page.remotes}>
        <TabPanel
          listed={listed(scores)}
          isActive={true}
          draft={{ draft: null }}
          view={{ params: '', opening: 0 }}
          onViewChange={() => undefined}
        />
      </RemotesContext>
    </AppProviders>,
  )
}
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Detalle' }))
async function open() {
  renderTab()
  await press()
}
const shown = (version: string) =>
  waitFor(() =>
    expect(document.querySelector(`[data-slot="${SLOT}"]`)?.getAttribute('data-extension')).toBe(
      `mf-usuarios@${version}`,
    ),
  )
const failed = () => screen.findByText('No se pudo mostrar este contenido de usuarios')
const lastEvent = () => JSON.parse(vi.mocked(console.warn).mock.lastCall?.[1])
const slotLoads = () => page.loader.load.mock.calls.filter(([{ module }]) => module !== './Tab')

it('loads a slot when it is shown, and gives it the input of the tab and the toasts of the page', async () => {
  let props: ExtensionProps | undefined
  components[`${SLOT} 1.1.0`] = (given) => {
    props = given
    return <p>Panel</p>
  }
  renderTab()
  expect(await screen.findByText('Enlace')).toBeTruthy()
  expect(slotLoads()).toEqual([])
  await press()
  await shown('1.1.0')
  expect(slotLoads()).toEqual([[{ id: expect.any(String), remote: 'mf-usuarios', module: `./${SLOT}` }, users.live]])
  expect(props).toMatchObject({ input: { id: 7 }, features: [] })
  expect(props?.notify).toBe(notify)
})

it('renders a slot once while its tab renders again with the same input', async () => {
  const Panel = vi.fn(() => <p>Panel</p>)
  components[`${SLOT} 1.1.0`] = Panel
  await open()
  await shown('1.1.0')
  const { length } = Panel.mock.calls
  await userEvent.type(screen.getByLabelText('Borrador'), 'Ana')
  expect(Panel).toHaveBeenCalledTimes(length)
})

it('renders nothing for a slot that the operator grants to nobody, and shows one that is granted later', async () => {
  page.remotes.store.dispatch({ type: 'authority', authority: authorityOf(scores, registered('usuarios')) })
  await open()
  expect(screen.getByText('Texto')).toBeTruthy()
  expect(screen.getByText('Sin nombre: false')).toBeTruthy()
  expect(document.querySelector('[data-slot]')).toBeNull()
  expect(slotLoads()).toEqual([])
  act(() => page.register(scores, users))
  expect(screen.getByText('Enlace')).toBeTruthy()
  await shown('1.1.0')
})

it.each<[string, RegisteredRemote | undefined]>([
  ['no release', undefined],
  ['it in a previous release only', { ...withReleases(registered('usuarios'), '1.1.0'), previous: [users.live] }],
])('renders nothing of a granted slot whose owner turns out to have %s', async (_what, released) => {
  page.register(scores)
  page.remotes.store.dispatch({ type: 'authority', authority: authorityOf(scores, users) })
  vi.mocked(page.remotes.states.refetch).mockImplementation(async (name) => {
    if (name === users.name)
      page.remotes.store.dispatch({ type: 'state', name, state: { status: 'ready', remote: released } })
  })
  await open()
  await waitFor(() => expect(screen.getByText('Texto')).toBeTruthy())
  await waitFor(() => expect(document.querySelector('[data-slot]')).toBeNull())
  expect(screen.queryByText('No se pudo mostrar este contenido de usuarios')).toBeNull()
  expect(slotLoads()).toEqual([])
  // The release that fills it comes after the grant.
  vi.mocked(page.remotes.states.refetch).mockResolvedValue()
  act(() => page.register(scores, users))
  await shown('1.1.0')
})

it('shows a new live release the next time, and keeps what is shown until then', async () => {
  await open()
  await shown('1.1.0')
  const draft = screen.getByLabelText('Borrador')
  await userEvent.type(draft, 'Ana')
  act(() => page.register(scores, usersWith('1.2.0', '1.1.0')))
  expect(screen.getByText(`${SLOT} de 1.1.0`)).toBeTruthy()
  await press()
  await press()
  await shown('1.2.0')
  expect(screen.getByLabelText('Borrador')).toBe(draft)
  expect(draft).toHaveProperty('value', 'Ana')
})

it('keeps what is shown when the menu lists its remote no longer', async () => {
  await open()
  await shown('1.1.0')
  act(() => page.register(scores))
  expect(screen.getByText(`${SLOT} de 1.1.0`)).toBeTruthy()
  expect(screen.getByText('Texto')).toBeTruthy()
})

it('reports a slot that throws, shows its previous release, and tries it again in the next slot that opens', async () => {
  let isBroken = true
  components[`${SLOT} 1.1.0`] = () => {
    if (isBroken) throw new Error('sin persona')
    return <p>Panel</p>
  }
  await open()
  await shown('1.0.0')
  expect(lastEvent()).toMatchObject({
    type: 'fallback',
    remote: 'mf-usuarios',
    slot: SLOT,
    from: { version: '1.1.0' },
    to: { version: '1.0.0' },
  })
  isBroken = false
  await press()
  expect(page.remotes.store.getState().failures).toEqual([])
  await press()
  await shown('1.1.0')
})

describe('Reintentar', () => {
  const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  /** Versions that do not load. */
  let broken: Set<string>
  beforeEach(async () => {
    broken = new Set(['1.1.0', '1.2.0'])
    page.loader.load.mockImplementation(async ({ module }, { version }) => {
      if (module === './Tab') return { default: Scores }
      if (broken.has(version)) throw new Error('404')
      return { default: () => <p>Panel</p> }
    })
    page.register(scores, usersWith('1.1.0'))
    await open()
    await failed()
  })
  const versions = () => slotLoads().map(([, { version }]) => version)

  it('tries the release that replaced the failed one as often as it is pressed, and leaves the tab alone', async () => {
    expect(screen.getByLabelText('Borrador')).toBeTruthy()
    expect(lastEvent()).toMatchObject({ type: 'extension-failed', remote: 'mf-usuarios', slot: SLOT })
    page.register(scores, usersWith('1.2.0', '1.1.0'))
    await retry()
    await failed()
    await waitFor(() => expect(versions().filter((version) => version === '1.2.0')).toHaveLength(1))
    broken.clear()
    await retry()
    await shown('1.2.0')
  })

  it('loads nothing of a remote that the menu lists no longer', async () => {
    broken.clear()
    act(() => page.register(scores))
    await retry()
    await failed()
    expect(versions()).toEqual(['1.1.0'])
  })
})

it('ends a slot that asks for itself, and one that asks for it by another slot', async () => {
  const OTHER = 'detalle:codigo'
  page.register(scores, providing(withReleases(registered('usuarios'), '1.1.0'), SLOT, OTHER))
  components[`${SLOT} 1.1.0`] = (props) => <Asking {...props} other={OTHER} />
  components[`${OTHER} 1.1.0`] = (props) => <Asking {...props} other={SLOT} />
  await open()
  expect(await screen.findByText(`Pide ${SLOT}: false`)).toBeTruthy()
  expect(screen.getAllByText(`Pide ${OTHER}: true`)).toHaveLength(1)
  await shown('1.1.0')
  expect(slotLoads()).toHaveLength(2)
})

it('limits the styles of a slot to its element and the overlays that it opens', async () => {
  components[`${SLOT} 1.1.0`] = () => (
    <>
      <p>Panel</p>
      <Dialog visible onHide={() => undefined} header="Aviso" />
    </>
  )
  await open()
  const scopeOf = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-styles]')
  await screen.findByText('Aviso')
  for (const text of ['Panel', 'Aviso']) expect(scopeOf(text)?.dataset.styles).toBe('mf-usuarios@build-1.1.0')
  expect(scopeOf('Enlace')?.dataset.styles).toBe('mf-puntaje@b')
  const overlays = scopeOf('Aviso')
  expect(overlays?.parentElement?.matches('.tab-overlays')).toBe(true)
  await act(async () => screen.getByRole('button', { name: 'Detalle', hidden: true }).click())
  expect(overlays?.isConnected).toBe(false)
})

it('frees what it knew of a slot that is closed', async () => {
  await open()
  await shown('1.1.0')
  await press()
  expect(Object.keys(page.remotes.store.getState().outlets)).toEqual(['mf-puntaje'])
})
