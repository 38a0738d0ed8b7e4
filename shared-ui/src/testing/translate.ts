/**
 * Wraps each text of the page as Chromium's page translation does, which moves the text nodes. It also wraps marked data:
 * extensions do that.
 */
export function translatePage(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    if (text.parentElement?.closest('font, script, style, textarea, option')) continue
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    text.parentNode?.replaceChild(outer, text)
    outer.append(inner)
    inner.append(text)
  }
}

/**
 * Keeps the page translated, with the texts that appear later.
 *
 * @returns stops it
 */
export function keepTranslated(): () => void {
  translatePage()
  const observer = new MutationObserver(translatePage)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
