import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TabProps } from '@canje/shared-auth'
import { screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { expect, it } from 'vitest'
import { renderTab, toasts } from '.'
import VueTab from './testing/VueTab'

/** A tab whose view changes. */
function ChangingTab(props: TabProps) {
  const [params, setParams] = useState('q=a')
  return (
    <StrictMode>
      <VueTab {...props} view={{ ...props.view, params }} />
      <button type="button" onClick={() => setParams('q=b')}>
        Otra vista
      </button>
    </StrictMode>
  )
}

it('mounts a Vue component with the props of the tab, and unmounts it with the tab', async () => {
  const { user, unmount } = await renderTab(ChangingTab)
  await user.click(screen.getByRole('button', { name: 'Cargar' }))
  await waitFor(() => expect(toasts()).toMatchObject([{ summary: 'Listo' }]))
  screen.getByText('Vista: q=a')
  await user.click(screen.getByRole('button', { name: 'Otra vista' }))
  const { parentElement: root } = await screen.findByText('Vista: q=b')
  expect(root?.childElementCount).toBe(2)
  unmount()
  expect(root?.childElementCount).toBe(0)
})

it('is the example of the documents', () => {
  const [, example] =
    /```tsx\n(.*?)```/s.exec(readFileSync(join(import.meta.dirname, '../../../docs/kit.md'), 'utf8')) ?? []
  expect(readFileSync(join(import.meta.dirname, 'testing/VueTab.tsx'), 'utf8')).toBe(example)
})
