import { bring } from './remotes/bring'

/** What staff read when the shell itself cannot be shown. */
export const START_FAILURE = {
  heading: 'No se pudo mostrar la aplicación',
  advice: 'Compruebe su conexión e intente de nuevo.',
  retry: 'Reintentar',
}

/** Says so without React and style sheets: theirs may be the very files that were lost or refused. */
export function showStartFailure(error: unknown): void {
  console.error(error)
  const main = element('main', 'start-failure')
  main.setAttribute('role', 'alert')
  const retry = element('button', 'p-button', START_FAILURE.retry)
  retry.addEventListener('click', reloadAnew)
  main.append(element('h1', '', START_FAILURE.heading), element('p', '', START_FAILURE.advice), retry)
  document.body.replaceChildren(main)
}

/**
 * Loads the page again with files of the host that are fetched anew: the browser keeps an immutable one that was refused
 * for its hash, and would use it again.
 */
export async function reloadAnew(): Promise<void> {
  // Never a call: services may be behind the same origin, and DeleteAllCodes is a GET (D11).
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const files = entries.filter(({ initiatorType }) => initiatorType === 'script' || initiatorType === 'link')
  const own = files.filter(({ name }) => new URL(name).origin === location.origin)
  await Promise.allSettled(own.map(({ name }) => bring(name, 'reload')))
  location.reload()
}

function element(tag: string, className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text })
}
