import type { ToastMessage } from '@canje/shared-auth'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { TabRoot } from '../state/TabRoot'
import { FILTER_TEXTS } from '../testing/filter-texts'
import { FilterDialog } from './FilterDialog'

interface HarnessProps {
  onFilter: (text: string) => void
  busy?: boolean
  clearOnSubmit?: boolean
}

const read = { wait: 'short', repeat: () => undefined } as const

function Harness(props: HarnessProps) {
  const [visible, setVisible] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setVisible(true)}>
        Abrir
      </button>
      <FilterDialog
        texts={FILTER_TEXTS}
        busy={false}
        read={read}
        {...props}
        visible={visible}
        onHide={() => setVisible(false)}
      />
    </>
  )
}

async function openDialog(props: Omit<HarnessProps, 'onFilter'> = {}) {
  const user = userEvent.setup()
  const toasts: ToastMessage[] = []
  const onFilter = vi.fn()
  const { container } = render(
    <TabRoot notify={(message) => toasts.push(message)}>
      <Harness {...props} onFilter={onFilter} />
    </TabRoot>,
  )
  await user.click(screen.getByRole('button', { name: 'Abrir' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Filtrar Puntaje' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { user, toasts, onFilter, field, container }
}

describe('FilterDialog', () => {
  it('renders a named dialog inside the tab, with the focus on its field', async () => {
    const { container, field } = await openDialog()
    expect(container.contains(screen.getByRole('dialog', { name: 'Filtrar' }))).toBe(true)
    expect(field.maxLength).toBe(50)
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Ingrese el nombre o el número de teléfono del usuario.')
  })

  it.each(['{Enter}', ' {Enter}', '{Tab}{Enter}'])('rejects a blank filter (%j) without a request', async (keys) => {
    const { user, toasts, onFilter, field } = await openDialog()
    const hint = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
    await user.keyboard(keys)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(hint()).toBe('Falta el nombre o el número de teléfono.')
    expect(document.activeElement).toBe(field)
    await user.keyboard('A')
    expect(field.getAttribute('aria-invalid')).toBe('false')
    expect(hint()).toMatch(/^Ingrese/)
    expect(toasts).toEqual([
      { severity: 'error', summary: 'Error', detail: 'debe ingresar un nombre o un número de teléfono.' },
    ])
    expect(onFilter).not.toHaveBeenCalled()
  })

  it('filters on Enter and keeps the text', async () => {
    const { user, onFilter, field } = await openDialog()
    await user.keyboard(' Ana {Enter}')
    expect(onFilter.mock.calls).toEqual([['Ana']])
    expect(field.value).toBe(' Ana ')
  })

  it('sends what a script has put into the field', async () => {
    const { user, onFilter, field } = await openDialog()
    field.value = 'Ana'
    await user.keyboard('{Enter}')
    expect(onFilter.mock.calls).toEqual([['Ana']])
    expect(field.value).toBe('Ana')
  })

  it('filters on the button and clears the text with clearOnSubmit', async () => {
    const { user, onFilter, field } = await openDialog({ clearOnSubmit: true })
    await user.keyboard('Ana')
    await user.click(screen.getByRole('button', { name: 'Filtrar' }))
    expect(onFilter.mock.calls).toEqual([['Ana']])
    expect(field.value).toBe('')
  })

  it('submits another text while busy', async () => {
    const { user, onFilter } = await openDialog({ busy: true })
    await user.keyboard('Ana{Enter}')
    await user.click(screen.getByRole('button', { name: 'Filtrar' }))
    expect(onFilter.mock.calls).toEqual([['Ana'], ['Ana']])
  })

  it('closes on Escape and restores the focus', async () => {
    const { user } = await openDialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir' }))
  })
})
