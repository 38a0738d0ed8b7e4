import type { LoggedRequest } from '@canje/shared-auth/host'
import { campaignTime } from '@canje/shared-ui/campaign-time'
import type { StateFacts } from '../remotes'

/** What the page knows about itself. */
export interface Facts {
  now: Date
  shell: { version: string; build: string }
  states: readonly StateFacts[]
  /** A line for each tab and extension. */
  remotes: readonly string[]
  /** Oldest first. */
  requests: readonly LoggedRequest[]
  browser: string
  /** By how much the clock of the browser is ahead of the server's, in milliseconds; undefined if that is not known. */
  clockOffsetMs: number | undefined
}

const MAX_BROWSER = 300
/** The server states its time in seconds, and the network takes some. */
const EQUAL_CLOCKS_MS = 2000
/** In seconds. */
const UNITS = [
  [86_400, 'días'],
  [3_600, 'h'],
  [60, 'min'],
] as const

/** Writes the diagnosis of a page for the people who mend it. It has no name, phone, mail, code or token of anybody. */
export function diagnosisText({ now, shell, states, remotes, requests, browser, clockOffsetMs }: Facts): string {
  return [
    `Diagnóstico de Canje, ${campaignTime(now)} GMT-5`,
    `Aplicación (shell): ${shell.version} [${shell.build}]`,
    '',
    'Pestañas y extensiones',
    ...(remotes.length > 0 ? remotes : ['Ninguna']),
    '',
    'Estados de las pestañas',
    ...(states.length > 0 ? states.map((state) => stateText(state, now)) : ['Ninguno']),
    '',
    'Últimas peticiones al servicio',
    ...(requests.length > 0 ? requests.map(requestText) : ['Ninguna']),
    '',
    `Navegador: ${browser.slice(0, MAX_BROWSER)}`,
    `Reloj: ${clockText(clockOffsetMs)}`,
  ].join('\n')
}

function stateText({ name, epoch, n, confirmedAt }: StateFacts, now: Date): string {
  const state = `${name}: estado ${n} de la época ${epoch}`
  if (confirmedAt === undefined) return `${state}, guardado en este navegador; el servidor no lo ha confirmado`
  return `${state}, confirmado hace ${durationText(now.getTime() - confirmedAt)}`
}

function requestText({ at, path, status, id }: LoggedRequest): string {
  return `${campaignTime(at).slice(11)} ${path}: ${status ?? 'sin respuesta'}, ${id ?? 'sin identificador'}`
}

function clockText(offsetMs: number | undefined): string {
  if (offsetMs === undefined) return 'no se pudo comparar con el del servidor'
  if (Math.abs(offsetMs) < EQUAL_CLOCKS_MS) return 'igual al del servidor'
  return `${durationText(Math.abs(offsetMs))} ${offsetMs > 0 ? 'adelantado' : 'atrasado'} respecto al del servidor`
}

function durationText(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 0)
  const [size, unit] = UNITS.find(([size]) => seconds >= 2 * size) ?? [1, 's']
  return `${Math.round(seconds / size)} ${unit}`
}
