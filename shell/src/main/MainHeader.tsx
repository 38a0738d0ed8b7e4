import { signOut, useHostSession } from '@canje/shared-auth/host'
import { Button } from 'primereact/button'
import type { Ref } from 'react'
import { SkipLink } from './SkipLink'
import { replaceFragment } from './useTabViews'

/**
 * The header of the main screen.
 *
 * @param tabs receives the element for the tab menu
 */
export function MainHeader({ tabs }: { tabs: Ref<HTMLDivElement> }) {
  const name = useHostSession(({ name }) => name)
  return (
    <header className="main-header">
      <SkipLink />
      <h1>Canje</h1>
      <div className="main-header-tabs" ref={tabs} />
      {name !== null && (
        <bdi className="user-name" translate="no">
          {name}
        </bdi>
      )}
      <Button type="button" label="Cerrar sesión" icon="pi pi-sign-out" severity="danger" onClick={leave} />
    </header>
  )
}

/** Signs out by button: the next person does not see the view (D24, view in the URL). */
function leave(): void {
  replaceFragment('')
  signOut()
}
