import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { configureServices, signIn, type TabProps, useSession } from 'shared-auth'
import { configureFeatures } from 'shared-auth/host'
import { Surface, useSessionNotify } from 'shared-ui/host'
import { inject } from 'vitest'
import { backend } from './backend'
import { staff } from './test-context'

export interface RenderedTab {
  user: UserEvent
  /** Takes the tab out of the page and leaves the toasts there, as going back to login does. */
  leave(): void
}

export interface RenderOptions {
  /** What the shell knows of the service beyond the specification (D27): nothing by default. */
  features?: readonly string[]
}

/**
 * Mounts a tab as the shell would: signed in for real, on the shell's own surface, gone once the session has ended.
 * Read what it shows with testing-library's `screen`, and with `headers`, `rows`, `column` and `toasts`.
 */
export async function renderTab(
  Tab: ComponentType<TabProps>,
  { features = [] }: RenderOptions = {},
): Promise<RenderedTab> {
  configureServices({ securityUrl: inject('securityUrl'), apiUrl: backend.url })
  configureFeatures(features)
  if (!(await signIn(staff))) throw new Error('The reference backend refused the staff account of the tests.')
  const user = userEvent.setup()
  const { rerender } = render(<MainScreen Tab={Tab} />, { wrapper: Surface })
  return { user, leave: () => rerender(null) }
}

/** What a tab can notice of the main screen: it takes the tab away, and hears it no more, when the session ends (D10). */
function MainScreen({ Tab }: { Tab: ComponentType<TabProps> }) {
  const isSignedIn = useSession((session) => session.idToken !== null)
  const notify = useSessionNotify()
  return isSignedIn ? <Tab notify={notify} /> : <p>Sesión cerrada</p>
}
