const ATTRIBUTES = ['aria-describedby', 'aria-errormessage']

/** Invalid fields whose reason assistive technology looks for in vain: it has the id of no element. */
export function lostReferences(): string[] {
  const invalid = [...document.querySelectorAll('[aria-invalid]:not([aria-invalid=false])')]
  return invalid.flatMap((field) =>
    ATTRIBUTES.flatMap((attribute) => {
      const [tag] = field.outerHTML.split('>', 1)
      const ids = field.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? []
      return ids
        .filter((id) => !document.getElementById(id))
        .map((id) => `${tag?.slice(0, 120)}> has ${attribute} "${id}", which is the id of nothing`)
    }),
  )
}
