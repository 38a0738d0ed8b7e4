import { es } from 'primelocale/js/es.js'
import { type APIOptions, addLocale, locale } from 'primereact/api'

/**
 * Sets PrimeReact's own labels to Spanish (D20). The host calls it once, before the first render:
 * the provider's `locale` alone paints English first.
 */
export function speakSpanish(): void {
  // addLocale merges shallowly, so it gets every label of the locale.
  addLocale('es', es)
  locale('es')
}

/**
 * Has PrimeReact's style elements keep their style sheets when they are given the text that they have. It gives them their
 * text anew with every component that mounts, and the page would be styled anew each time: 13 of the 81 ms of opening
 * Codigos, 3 to 5 ms of opening the others. The host calls it once.
 */
export function keepUnchangedStyles(): void {
  const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')
  Object.defineProperty(HTMLStyleElement.prototype, 'textContent', {
    ...textContent,
    set(this: HTMLStyleElement, text: string | null) {
      const isUnchanged = this.hasAttribute('data-primereact-style-id') && this.textContent === text
      if (!isUnchanged) textContent?.set?.call(this, text)
    },
  })
}

/** Options for the host's `PrimeReactProvider`. */
export const primeReactOptions: Partial<APIOptions> = { locale: 'es' }
