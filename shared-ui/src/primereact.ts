import { es } from 'primelocale/js/es.js'
import { type APIOptions, addLocale, locale } from 'primereact/api'

/**
 * Sets PrimeReact's built-in labels to Spanish (D20, locale). The host calls it once, before the first render:
 * with the provider's `locale` alone, the first frame is English.
 */
export function setSpanishLocale(): void {
  // addLocale merges shallowly, so it needs the complete locale.
  addLocale('es', { ...es, aria: inSentenceCase(es.aria) })
  locale('es')
}

/** 'Primera página' of 'Primera Página' */
function inSentenceCase(labels: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(labels).map(([key, text]) => [
    key,
    text.replace(/ \p{Lu}/gu, (at) => at.toLowerCase()),
  ])
  return Object.fromEntries(entries)
}

/** Options for the host's `PrimeReactProvider`. */
export const primeReactOptions: Partial<APIOptions> = { locale: 'es' }
