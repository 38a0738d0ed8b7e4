import { expect, it, vi } from 'vitest'
import { createTestRemotes, remote } from '../testing/test-remotes'

/** The module of the styles of other components. A module that has loaded does not load again, so this file has one test. */
const loadStyles = vi.hoisted(() => vi.fn(() => ({})))
vi.mock('@canje/shared-ui/other-components.css', () => loadStyles())

it('loads the styles of other components while the page is busy, and again at the next tab after a failure', async () => {
  document.body.innerHTML = '<div id="root"><table aria-busy="true"></table></div>'
  loadStyles.mockImplementationOnce(() => {
    throw new Error('404')
  })
  const { prefetchOnIdle } = createTestRemotes(remote('usuarios')).remotes.prefetch
  prefetchOnIdle()
  await vi.waitFor(() => expect(loadStyles).toHaveBeenCalledTimes(1))
  prefetchOnIdle()
  await vi.waitFor(() => expect(loadStyles).toHaveBeenCalledTimes(2))
  document.body.replaceChildren()
})
