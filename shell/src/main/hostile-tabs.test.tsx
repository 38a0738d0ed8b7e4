import type { TabProps } from '@canje/shared-auth'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, use, useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestShell, storeSession, type TestShell } from '../testing/test-shell'

const never = new Promise<never>(() => undefined)

let shell: TestShell
/** Whether `SetsState` sets state in its effect, and its first change. */
let isLooping: boolean
let startLoop: () => void

beforeEach(async () => {
  isLooping = false
  shell = await startTestShell()
  storeSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  isLooping = false
  document.body.removeAttribute('style')
})

const Good = () => <p>Tabla buena</p>

function LocksPage() {
  useEffect(() => {
    document.body.style.overflow = 'hidden'
    document.body.className = 'p-overflow-hidden'
  }, [])
  return <p>Tabla hostil</p>
}

function SetsState() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    startLoop = () => setCount(1)
    if (isLooping) setCount(count + 1)
  })
  return (
    <p>
      Tabla hostil<output>{count}</output>
    </p>
  )
}

function NeverCompletes({ view }: TabProps) {
  if (!view.isActive) use(never)
  return <p>Tabla hostil</p>
}

/** Opens Usuarios with this component; Codigos works. */
async function openHostile(Tab: ComponentType<TabProps>) {
  shell.loader.load.mockImplementation(async ({ remote: name }) => ({ default: name === 'mf-usuarios' ? Tab : Good }))
  const router = shell.open('/main')
  await screen.findByText('Tabla hostil')
  await waitFor(() => expect(document.querySelector('[data-release]')).toBeTruthy())
  return router
}

type Router = Awaited<ReturnType<typeof openHostile>>
type Press = (element: HTMLElement) => Promise<void>

async function expectOthersWork(router: Router, press: Press = (element) => userEvent.click(element)) {
  await press(screen.getByRole('tab', { name: 'codigos' }))
  await screen.findByText('Tabla buena')
  expect(screen.getByRole('tab', { name: 'codigos', selected: true })).toBeTruthy()
  await press(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(router.leave).toHaveBeenCalledWith('/login'))
}

describe('changing tabs and signing out work beside a tab that', () => {
  it('sets state in every effect', async () => {
    const router = await openHostile(SetsState)
    isLooping = true
    startLoop()
    await waitFor(() => expect(Number(screen.getByRole('status').textContent)).toBeGreaterThan(100), {
      timeout: 60_000,
    })
    // Not by the testing library, which waits until nothing is left to render.
    await expectOthersWork(router, async (element) => element.click())
  })

  it('never completes its next render', async () => {
    await expectOthersWork(await openHostile(NeverCompletes))
  })

  it('locks the page, as for a dialog', async () => {
    const router = await openHostile(LocksPage)
    await userEvent.click(screen.getByRole('tab', { name: 'codigos' }))
    expect(document.body.style.overflow).toBe('')
    expect(document.body.className).toBe('')
    await expectOthersWork(router)
  })
})
