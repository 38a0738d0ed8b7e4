import type { Fault } from '@canje/shared-auth/fault'

/** Whether the network or a server is at fault, rather than a release: no event may blame one. */
export function isOfNetwork({ kind }: PartFault): boolean {
  return kind === 'sign-in-page' || kind === 'no-response' || kind === 'failed' || kind === 'busy'
}

/** Why a part of the page is not shown: a fault, or a remote without a usable release. */
export type PartFault = Fault | { kind: 'not-available' }

/** Says in Spanish what to do about a part of the page that did not load. */
export function adviceOf(fault: PartFault): string {
  if (fault.kind === 'not-available') return 'No está disponible por ahora. Intente más tarde.'
  if (fault.kind === 'settings-invalid') return 'Sus ajustes no son válidos: avise al responsable.'
  if (fault.kind === 'sign-in-page') return 'La red pide iniciar sesión: recargue la página.'
  if (fault.kind === 'other-shell')
    return 'Necesita otra versión de la aplicación. Recargue la página; si sigue igual, avise al responsable.'
  if (isOfNetwork(fault)) return 'El servidor no responde. Compruebe su conexión e intente de nuevo.'
  return fault.kind === 'not-loaded' ? 'Compruebe su conexión e intente de nuevo.' : 'Intente de nuevo.'
}
