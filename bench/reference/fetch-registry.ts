import { loadRelease } from './load-release'

const REMOTES: Record<string, string> = {
  usuarios: 'mf-users',
  codigos: 'mf-codes',
  puntaje: 'mf-scores',
  referidos: 'mf-referrals',
  reportes: 'mf-reports',
}

/**
 * The bundle has its tabs: in place of asking which there are, it begins to load the one that the address names, as lazy
 * routes would, beside the code of the main screen.
 */
export async function fetchRegistry(): Promise<string> {
  const asked = new URLSearchParams(location.search).get('tab') ?? ''
  loadRelease(REMOTES[asked] ?? 'mf-users').catch(() => undefined)
  return ''
}
