const ATTRIBUTES = ['aria-describedby', 'aria-errormessage']

/** Descriptions of elements that assistive technology looks for in vain: by the id of no element. */
export function lostReferences(): string[] {
  return ATTRIBUTES.flatMap((attribute) =>
    [...document.querySelectorAll(`[${attribute}]`)].flatMap((element) => {
      const ids = element.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? []
      const [tag] = element.outerHTML.split('>', 1)
      return ids
        .filter((id) => !document.getElementById(id))
        .map((id) => `${tag?.slice(0, 120)}> has ${attribute} "${id}", which is the id of nothing`)
    }),
  )
}
