import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TabDialog } from '../components/TabDialog'
import { renderTable, stubService } from '../testing/details'

/** The entry of the page before the tab's URL. */
beforeEach(() => {
  history.replaceState({ key: 'before' }, '', '/before')
  history.pushState({ key: 'tab' }, '', '/main')
})

const path = () => location.pathname

async function step(steps = -1) {
  const stepped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  history.go(steps)
  await stepped
}

describe('the details', () => {
  const lists = {
    SelectCodes: [{ id: 1, name: 'A', userName: 'Ana', used: 1, date: '2025-01-01' }],
    SelectUsers: [{ id: 7, name: 'Ana' }],
    SelectReport: [{ id: 7, name: 'Ana', code: 'A' }],
  }
  const heading = (name: string) => screen.findByRole('heading', { name })
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  async function openCode() {
    stubService(lists)
    const { user } = await renderTable()
    await user.click(screen.getByRole('link', { name: 'A' }))
    await heading('A')
    return user
  }

  it('close by a step back, which gives the focus back', async () => {
    await openCode()
    await step()
    await closed()
    expect(path()).toBe('/main')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A' }))
    await step()
    expect(path()).toBe('/before')
  })

  it('give way to those that led to them after others were closed too', async () => {
    const user = await openCode()
    for (const isAgain of [false, true]) {
      await user.click(await screen.findByRole('button', { name: 'Ana' }))
      await heading('Ana')
      if (isAgain) break
      await user.click(screen.getByRole('button', { name: 'Cerrar' }))
      await closed()
      await user.click(screen.getByRole('link', { name: 'A' }))
      await heading('A')
    }
    await step()
    await heading('A')
    await step()
    await closed()
    expect(path()).toBe('/main')
  })

  it('leave no step back behind when a button closes them, however often', async () => {
    const user = await openCode()
    const { length } = history
    for (const name of ['A', 'Ana', 'A']) {
      await user.click(screen.getByRole('button', { name: 'Cerrar' }))
      await closed()
      await user.click(screen.getByRole('link', { name }))
      await heading(name)
    }
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await closed()
    expect(history.length).toBe(length)
    await step()
    await waitFor(() => expect(path()).toBe('/before'))
  })

  it('leave no step back behind when their tab is unmounted', async () => {
    await openCode()
    cleanup()
    await step()
    await waitFor(() => expect(path()).toBe('/before'))
  })

  it('of a link close too, and not again by a step forward', async () => {
    stubService(lists)
    await renderTable('detalle=codigo%3AA')
    await heading('A')
    await step()
    await closed()
    await step(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    await step()
    await waitFor(() => expect(path()).toBe('/before'))
  })
})

describe('a dialog', () => {
  function open() {
    const onHide = vi.fn()
    const { unmount } = render(
      <TabDialog header="Filtrar" onHide={onHide}>
        <input />
      </TabDialog>,
    )
    return { onHide, hide: unmount }
  }

  it('closes by a step back', async () => {
    const { onHide } = open()
    await step()
    expect(onHide).toHaveBeenCalledOnce()
    expect(path()).toBe('/main')
  })

  it('leaves no step back behind when a button closes it', async () => {
    const { onHide, hide } = open()
    hide()
    await step()
    await waitFor(() => expect(path()).toBe('/before'))
    expect(onHide).not.toHaveBeenCalled()
  })
})
