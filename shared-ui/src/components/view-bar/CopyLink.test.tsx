import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TabRoot } from '../../state/TabRoot'
import { CopyLink } from './CopyLink'

/** Presses the button of a view in its tab. */
async function press(params: string, refusal?: Error) {
  const user = userEvent.setup()
  const notify = vi.fn()
  const view = { isActive: true, params, opening: 1, onChange: vi.fn(), push: vi.fn() }
  render(
    <TabRoot notify={notify} view={view}>
      <CopyLink params={params} />
    </TabRoot>,
  )
  if (refusal) vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(refusal)
  await user.click(screen.getByRole('button', { name: 'Copiar enlace' }))
  return { notify, link: `${location.href.replace(/#.*/, '')}#${params}` }
}

it('copies the link of the view', async () => {
  const { notify, link } = await press('q=ana')
  expect(await navigator.clipboard.readText()).toBe(link)
  expect(notify.mock.calls).toMatchObject([[{ severity: 'success', detail: 'Se copió el enlace de esta vista' }]])
})

it('shows the link, selected, when the browser refuses to copy it', async () => {
  const { notify, link } = await press('q=ana', new Error('refused'))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('El navegador no permite copiar: use Ctrl+C')
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe(link)
  expect(notify).not.toHaveBeenCalled()
})

it('copies no link that would lose a long search', async () => {
  const { notify } = await press('q'.repeat(20_001))
  expect(notify.mock.calls).toMatchObject([
    [{ severity: 'error', detail: 'No se pudo copiar el enlace: la búsqueda es demasiado larga' }],
  ])
})
