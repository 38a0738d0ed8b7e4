import { configureServices, signIn, type TabProps, useSession } from '@canje/shared-auth'
import { configureFeatures } from '@canje/shared-auth/host'
import { AppProviders, useSessionNotify } from '@canje/shared-ui/host'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { inject } from 'vitest'
import { backend } from './backend'
import { staff } from './test-context'

/** A mounted tab. */
export interface RenderedTab {
  user: UserEvent
  /** Unmounts the tab but keeps the toasts, as the navigation to the login screen does. */
  unmount(): void
}

/** Options of {@link renderTab}. */
export interface RenderOptions {
  /** Features of the service beyond the specification (D27); none by default. */
  features?: readonly string[]
}

/**
 * Mounts a tab as the shell does: signed in at the reference backend, within the shell's providers, and unmounted when
 * the session ends.
 */
export async function renderTab(
  Tab: ComponentType<TabProps>,
  { features = [] }: RenderOptions = {},
): Promise<RenderedTab> {
  configureServices({ securityUrl: inject('securityUrl'), apiUrl: backend.url })
  configureFeatures(features)
  if (!(await signIn(staff))) throw new Error('The reference backend rejected the sign-in of the test account.')
  const user = userEvent.setup()
  const { rerender } = render(<MainScreen Tab={Tab} features={features} />, { wrapper: AppProviders })
  return { user, unmount: () => rerender(null) }
}

/** The shell's main screen for a tab: unmounts it and drops its toasts when the session ends (D10). */
function MainScreen({ Tab, features }: { Tab: ComponentType<TabProps>; features: readonly string[] }) {
  const isSignedIn = useSession((session) => session.idToken !== null)
  const notify = useSessionNotify()
  return isSignedIn ? <Tab notify={notify} features={features} /> : <p>Sesión cerrada</p>
}
