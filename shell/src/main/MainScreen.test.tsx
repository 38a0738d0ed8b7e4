import { apiClient, type TabProps } from '@canje/shared-auth'
import { expireSession, keepView, receiptsOf, takeKept } from '@canje/shared-auth/host'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { remote, withReleases } from '../testing/test-remotes'
import { startTestShell, storeSession, type TestShell } from '../testing/test-shell'

let shell: TestShell

beforeEach(async () => {
  shell = await startTestShell()
  storeSession()
})

it('opens the tab of a deep link, and the first tab for an unknown id', async () => {
  const router = shell.open('/main?tab=codigos')
  expect(await screen.findByRole('tab', { name: 'codigos', selected: true })).toBeTruthy()
  await router.navigate('/main?tab=nada')
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

it('follows the steps of the history before a tab with a copy of its own does', async () => {
  const layers = Symbol.for('canje.back-layers')
  Reflect.deleteProperty(globalThis, layers)
  shell.open('/main')
  await screen.findByRole('tab', { name: 'codigos' })
  expect(layers in globalThis).toBe(true)
})

it('prefetches the code of a hovered tab without opening it or running the code', async () => {
  shell.open('/main')
  const codigos = await screen.findByRole('tab', { name: 'codigos' })
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(''))
  await userEvent.hover(codigos)
  expect(fetching).toHaveBeenCalledWith(expect.stringMatching(/mf-codigos.*remoteEntry/), expect.anything())
  expect(shell.loader.load).not.toHaveBeenCalledWith('mf-codigos', expect.anything())
  fetching.mockRestore()
  expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

function FetchingTab({ path }: { path: string }) {
  useEffect(() => {
    // A test may end, and with it the services, before the response.
    apiClient.get(path).catch(() => undefined)
  }, [path])
  return null
}

describe('the requests of a tab', () => {
  const paths = { 'mf-usuarios': 'SelectUsers', 'mf-codigos': 'SelectCodes' }
  const untilMounted = (id: string) =>
    vi.waitFor(() => expect(document.querySelector(`#panel-${id}`)?.getAttribute('data-release')).toBeTruthy())
  const tab = (name: string) => screen.getByRole('tab', { name })
  /** Opens `/main`. @returns the router and the requests for rows that follow */
  async function open() {
    const remotes = [remote('usuarios'), remote('codigos')].map(({ name, live, ...rest }) => {
      return { ...rest, name, live: { ...live, prefetch: [paths[name as keyof typeof paths]] } }
    })
    shell.register(...remotes)
    shell.loader.load.mockImplementation(async ({ remote: name }) => ({
      default: () => <FetchingTab path={paths[name as keyof typeof paths]} />,
    }))
    const router = shell.open('/main')
    await untilMounted('usuarios')
    const fetched = vi.spyOn(globalThis, 'fetch')
    const requests = () => fetched.mock.calls.flatMap(([url]) => /Select\w+$/.exec(String(url)) ?? [])
    return { router, requests }
  }

  it('are sent once, on the press, before the tab renders', async () => {
    const { requests } = await open()
    tab('codigos').click()
    expect(requests()).toEqual(['SelectCodes'])
    await untilMounted('codigos')
    tab('usuarios').click()
    await screen.findByRole('tab', { name: 'usuarios', selected: true })
    tab('codigos').click()
    await screen.findByRole('tab', { name: 'codigos', selected: true })
    expect(requests()).toEqual(['SelectCodes'])
  })

  it('are sent while the code loads when the back button opens the tab', async () => {
    const { requests, router } = await open()
    shell.loader.load.mockReturnValue(new Promise(() => undefined))
    await router.navigate('/main?tab=codigos')
    await vi.waitFor(() => expect(requests()).toEqual(['SelectCodes']))
  })
})

it('renders a tab again only when it becomes active or inactive', async () => {
  const draw = vi.fn(() => <p>Tabla</p>)
  shell.loader.load.mockImplementation(async ({ remote: name }) => ({
    default: name === 'mf-codigos' ? draw : () => null,
  }))
  const router = shell.open('/main?tab=codigos')
  await screen.findByText('Tabla')
  const before = draw.mock.calls.length
  await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
  await vi.waitFor(() => expect(document.querySelector('#panel-usuarios')?.getAttribute('data-release')).toBeTruthy())
  await router.navigate('/main?tab=codigos')
  await vi.waitFor(() => expect(draw.mock.calls).toHaveLength(before + 2))
})

it('gives a tab its receipts, and the draft of its dialog that an expired session has kept (D29, session storage)', async () => {
  storeSession({ name: 'ana' })
  keepView('/main', { tab: 'codigos', dialog: 'crear', text: '50' })
  receiptsOf('codigos').onChange([{ kind: 'created' }])
  let ofCodes: Partial<TabProps> = {}
  shell.loader.load.mockImplementation(async ({ remote: name }) => ({
    default: (props: TabProps) => {
      if (name === 'mf-codigos') ofCodes = props
      return <p>{`Borrador de ${name}: ${props.draft.current?.text}`}</p>
    },
  }))
  shell.open('/main?tab=codigos')
  await screen.findByText('Borrador de mf-codigos: 50')
  await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
  await screen.findByText('Borrador de mf-usuarios: undefined')
  const { draft, receipts } = ofCodes
  expect(receipts?.current).toEqual([{ kind: 'created' }])
  draft?.onChange({ dialog: 'crear', text: '51' })
  expect(draft?.current?.text).toBe('51')
  expect(sessionStorage.getItem('canje.session')).toContain('"draft":null')
  await act(async () => expireSession())
  expect(takeKept('draft')).toEqual({ tab: 'codigos', dialog: 'crear', text: '51' })
})

describe('a link in a tab', () => {
  /** Opens codigos with a search, then usuarios with links and a field. @returns the router, and a press of a link */
  async function open() {
    shell.loader.load.mockImplementation(async ({ remote: name }) => ({
      default: ({ view }: TabProps) =>
        name === 'mf-codigos' ? (
          <p>Vista: {view?.params}</p>
        ) : (
          <>
            <p>Usuarios: {view?.params}</p>
            <input aria-label="Comprobante" />
            <a href="/main?tab=codigos#used=redimido">Codigos redimidos</a>
            <a href="/main?tab=usuarios#q=eva">Eva</a>
            <a href="/main?tab=nada">Otra pestaña</a>
            <a href="/main?tab=codigos&preview=https://e.test">Vista previa</a>
            <a href="https://e.test/main?tab=codigos">Otro servidor</a>
            <a href="/login?tab=codigos">Otra ruta</a>
            <a href="/main?tab=codigos" target="_blank" rel="noopener">
              Otra ventana
            </a>
            <a href="/main?tab=codigos" download>
              Archivo
            </a>
          </>
        ),
    }))
    const router = shell.open('/main?tab=codigos#q=ana')
    await screen.findByText('Vista: q=ana')
    await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
    await userEvent.type(await screen.findByLabelText('Comprobante'), 'tres codigos')
    const press = (name: string, init?: MouseEventInit) => {
      let isLeft = false
      const listener = (event: Event) => {
        isLeft = !event.defaultPrevented
        // jsdom does not navigate.
        event.preventDefault()
      }
      window.addEventListener('click', listener, { once: true })
      fireEvent.click(screen.getByRole('link', { name }), init)
      return isLeft ? 'left to the browser' : 'opened'
    }
    return { router, press }
  }

  it('opens another tab that has a view already with that of the link, and no tab loses its state', async () => {
    const { router, press } = await open()
    expect(press('Codigos redimidos')).toBe('opened')
    expect(await screen.findByText('Vista: used=redimido')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'codigos', selected: true }))
    expect(router.location()).toMatchObject({ search: '?tab=codigos', hash: '#used=redimido' })
    await userEvent.click(screen.getByRole('tab', { name: 'usuarios' }))
    expect(screen.getByLabelText<HTMLInputElement>('Comprobante').value).toBe('tres codigos')
    await router.navigate('/main?tab=codigos')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'codigos', selected: true }))
    // As a browser does with the focus of what is hidden.
    screen.getByRole('tab', { name: 'codigos' }).blur()
    await router.navigate('/main?tab=usuarios')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'usuarios', selected: true }))
    const elsewhere = screen.getByRole('button', { name: 'Cerrar sesión' })
    elsewhere.focus()
    await router.navigate('/main?tab=codigos')
    expect(document.activeElement).toBe(elsewhere)
    expect(shell.paths()).toEqual(['/ValidateLogin'])
  })

  it('opens another view of the same tab', async () => {
    const { press } = await open()
    expect(press('Eva')).toBe('opened')
    expect(await screen.findByText('Usuarios: q=eva')).toBeTruthy()
  })

  it('is left to the browser if it leads elsewhere, or is pressed with a modifier or another button', async () => {
    const { press } = await open()
    for (const name of ['Otra pestaña', 'Vista previa', 'Otro servidor', 'Otra ruta', 'Otra ventana', 'Archivo'])
      expect(press(name), name).toBe('left to the browser')
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
      expect(press('Codigos redimidos', init), JSON.stringify(init)).toBe('left to the browser')
    expect(screen.getByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  })
})

describe('a menu that changes while a tab is open', () => {
  const [users, codes] = [remote('usuarios'), remote('codigos')]
  const registered = (...remotes: (typeof users)[]) => act(async () => shell.register(...remotes))
  const tabNames = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  const press = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
  beforeEach(async () => {
    shell.open('/main')
    await screen.findByRole('button', { name: 'Avisar' })
  })

  it('keeps an open tab that it lists no longer, until another tab is opened', async () => {
    const button = screen.getByRole('button', { name: 'Avisar' })
    await registered(codes)
    expect(tabNames()).toEqual(['codigos', 'usuarios'])
    expect(screen.getByRole('button', { name: 'Avisar' })).toBe(button)
    await press('codigos')
    expect(tabNames()).toEqual(['codigos'])
  })

  it('keeps the release of an open tab whose remote it lists again with a newer one', async () => {
    await registered(codes)
    await registered(withReleases(users, '2.0.0'), codes)
    expect(document.querySelector('#panel-usuarios')?.getAttribute('data-release')).toBe('mf-usuarios@1.0.0')
    await press('codigos')
    await press('usuarios')
    await vi.waitFor(() => expect(document.querySelector('[data-release="mf-usuarios@2.0.0"]')).toBeTruthy())
  })

  it('moves no panel, which would lose what it has scrolled, when two tabs change places', async () => {
    const panels = () => [...document.querySelectorAll('[role=tabpanel]')].map(({ id }) => id)
    const before = panels()
    await registered(codes, users)
    expect(tabNames()).toEqual(['codigos', 'usuarios'])
    expect(panels()).toEqual(before)
  })
})

it('says of an empty menu that there are no tabs, and asks for another one', async () => {
  shell.register()
  const refresh = vi.spyOn(shell.remotes, 'refresh').mockImplementation(() => shell.register(remote('usuarios')))
  shell.open('/main')
  expect(await screen.findByRole('heading', { name: 'No hay pestañas' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(refresh).toHaveBeenCalledOnce()
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
})

it('logs out: clears storage and toasts, and shows the login screen, which says nothing of it', async () => {
  const router = shell.open('/main')
  await userEvent.click(await screen.findByRole('button', { name: 'Avisar' }))
  await screen.findByText('de la pestaña')
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await screen.findByRole('heading', { name: 'Bienvenido' })
  expect(router.leave).toHaveBeenCalledExactlyOnceWith('/login')
  expect(document.querySelector('.login-note')?.textContent).toBe('')
  await vi.waitFor(() => expect(screen.queryByText('de la pestaña')).toBeNull())
  expect(sessionStorage).toHaveLength(0)
})

describe('the skip link', () => {
  const skip = async () => userEvent.click(await screen.findByRole('link', { name: 'Ir a la tabla' }))

  it('focuses the table of the active tab and leaves the URL alone', async () => {
    shell.loader.load.mockImplementation(async ({ remote: name }) => ({
      default: () => <section data-table-region aria-label={name} tabIndex={-1} />,
    }))
    const router = shell.open('/main?tab=codigos#q=ana')
    await userEvent.click(await screen.findByRole('tab', { name: 'usuarios' }))
    await screen.findByRole('region', { name: 'mf-usuarios' })
    const location = router.location()
    await skip()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'mf-usuarios' }))
    expect(router.location()).toBe(location)
  })

  it('focuses the heading of a tab without a table', async () => {
    shell.open('/main?tab=codigos')
    await screen.findByRole('button', { name: 'Avisar' })
    await skip()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'codigos' }))
  })
})

describe('the heading of the active tab', () => {
  it('has the focus after a sign-in', async () => {
    shell.open('/login')
    await screen.findByRole('heading', { name: 'Bienvenido' })
    await userEvent.type(screen.getByLabelText('Usuario'), 'ana')
    await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta{Enter}')
    const heading = await screen.findByRole('heading', { name: 'usuarios', level: 2 })
    await vi.waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('leaves the focus alone when the page is loaded again', async () => {
    shell.open('/main')
    await screen.findByRole('button', { name: 'Avisar' })
    expect(document.activeElement).toBe(document.body)
  })
})
