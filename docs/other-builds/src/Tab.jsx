import { isLoggedIn } from '@canje/shared-auth'
import { useState } from 'react'

export default function Tab({ notify }) {
  const [prize, setPrize] = useState('ninguno')

  async function show() {
    const { firstPrize } = await import('./prizes')
    setPrize(firstPrize)
    notify({ severity: 'success', summary: 'Premios', detail: `Primer premio: ${firstPrize}` })
  }

  return (
    <>
      <p>{isLoggedIn() ? `Premio: ${prize}` : 'Sin sesión'}</p>
      <button type="button" onClick={show}>
        Ver premio
      </button>
    </>
  )
}
