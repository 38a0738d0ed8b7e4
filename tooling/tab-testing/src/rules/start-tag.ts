/** The start tag of an element, such as `<input type="text">`, for a message. */
export function startTag({ outerHTML }: Element): string {
  return `${outerHTML.split('>', 1)[0]?.slice(0, 120)}>`
}
