import { apiClient, type ExtensionProps, type TabProps } from '@canje/shared-auth'
import { screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { backend, renderTab, toasts } from '.'

/** A minimal tab without shared-ui. */
function SampleTab({ notify }: TabProps) {
  useEffect(() => {
    apiClient.get('SelectUsers').catch(() => notify({ severity: 'error', summary: 'Error', detail: 'no' }))
  }, [notify])
  return null
}

it('unmounts the tab without a toast when the session ends', async () => {
  backend.fail('SelectUsers', 401)
  await renderTab(SampleTab)
  await screen.findByText('Sesión cerrada')
  expect(toasts()).toEqual([])
  expect(sessionStorage.getItem('id_token')).toBeNull()
})

/** A tab with a slot that the test provides, and one that it does not. */
function SlotTab({ extensions }: TabProps) {
  if (!extensions) return null
  const { has, Extension } = extensions
  return (
    <>
      <Extension slot="detalle:usuario" input={{ id: 7 }} />
      <Extension slot="detalle:codigo" input={{}} />
      <p>{['detalle:usuario', 'detalle:codigo', 'toString'].filter(has).join()}</p>
    </>
  )
}

function Person({ input, notify, features, extensions }: ExtensionProps) {
  const Extension = extensions?.Extension
  const detail = JSON.stringify({ input, features })
  return (
    <section>
      <button type="button" onClick={() => notify({ severity: 'info', summary: 'Aviso', detail })}>
        Panel
      </button>
      {Extension && <Extension slot="detalle:usuario" input={{ id: 8 }} />}
    </section>
  )
}

it('renders the slots of the test with the props of the shell, and none within itself', async () => {
  const { user } = await renderTab(SlotTab, { features: ['history'], extensions: { 'detalle:usuario': Person } })
  expect(document.body.textContent).toContain('Paneldetalle:usuario')
  await user.click(screen.getByRole('button', { name: 'Panel' }))
  const detail = JSON.stringify({ input: { id: 7 }, features: ['history'] })
  await screen.findByText(detail)
  expect(toasts()).toEqual([{ severity: 'info', summary: 'Aviso', detail }])
})

// The test before it leaves a fault, requests, a toast and a session.
it('reads toasts, and starts every test without faults, requests, toasts and session', async () => {
  expect(backend.requests('SelectUsers')).toEqual([])
  expect(sessionStorage).toHaveLength(0)
  backend.fail('SelectUsers')
  await renderTab(SampleTab)
  expect(toasts()).toEqual([])
  await waitFor(() => expect(toasts()).toEqual([{ severity: 'error', summary: 'Error', detail: 'no' }]))
})

it('computes the styles that tell hidden elements from visible ones', () => {
  document.body.innerHTML = `
    <p id="shown"></p><p id="gone" hidden></p><p id="none" style="display: none"></p>
    <div style="visibility: hidden"><p id="inherited"></p></div><dialog id="closed"></dialog><dialog id="open" open></dialog>`
  const styleOf = (id: string) => getComputedStyle(document.getElementById(id) ?? document.body)
  const displays = ['shown', 'gone', 'none', 'inherited', 'closed', 'open'].map((id) => styleOf(id).display)
  expect(displays).toEqual(['block', 'none', 'none', 'block', 'none', 'block'])
  expect([styleOf('shown').visibility, styleOf('inherited').visibility]).toEqual(['visible', 'hidden'])
  document.body.replaceChildren()
})
