import type { Release } from '@canje/registry'
import { AppProviders } from '@canje/shared-ui/host'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Dialog } from 'primereact/dialog'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, it } from 'vitest'
import { remote, withReleases } from '../testing/test-remotes'
import { ReleaseRoot } from './ReleaseRoot'

const { live } = withReleases(remote('codigos'), '1.1.0')

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  document.body.replaceChildren()
})

type Content = (overlays: HTMLElement) => ReactNode
const table: Content = () => <p>Tabla</p>
const dialog: Content = () => <Dialog visible onHide={() => undefined} header="Aviso" />
const portal: Content = (overlays) => createPortal(<p>Aviso</p>, overlays)

const root = (release: Release, isActive: boolean, content = table) => (
  <AppProviders key={release.build}>
    <ReleaseRoot remote="mf-codigos" release={release} isActive={isActive}>
      {content}
    </ReleaseRoot>
  </AppProviders>
)
const scopeOf = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-styles]')

it.each([
  ['of PrimeReact', dialog],
  ['in its element for overlays', portal],
])('gives overlays %s the same styles, and hides them with the tab', async (_where, overlay) => {
  const { rerender } = render(root(live, true, overlay))
  await waitFor(() => expect(scopeOf('Aviso')?.dataset.styles).toBe('mf-codigos@build-1.1.0'))
  const element = scopeOf('Aviso')
  expect(element?.parentElement).toBe(document.body)
  expect(element?.hidden).toBe(false)
  rerender(root(live, false, overlay))
  expect(element?.hidden).toBe(true)
  rerender(root(live, true, overlay))
  expect(element?.hidden).toBe(false)
})

it('hides an overlay that opens while another tab is active', async () => {
  render(root(live, false, dialog))
  await screen.findByText('Aviso')
  expect(scopeOf('Aviso')).toMatchObject({ dataset: { styles: 'mf-codigos@build-1.1.0' }, hidden: true })
})

it.each([true, false])('leaves what others add to the body alone, while the tab is active: %s', async (isActive) => {
  const before = document.body.appendChild(document.createElement('div'))
  const { rerender } = render(root(live, true))
  const extension = document.body.appendChild(document.createElement('div'))
  rerender(root(live, isActive, dialog))
  await screen.findByText('Aviso')
  for (const element of [before, extension]) {
    expect(element.getAttributeNames()).toEqual([])
    expect(element.parentElement).toBe(document.body)
  }
  cleanup()
  expect([before.isConnected, extension.isConnected]).toEqual([true, true])
})

it('removes the element of its overlays', () => {
  render(root(live, true)).unmount()
  expect(document.querySelector('.tab-overlays')).toBeNull()
})
