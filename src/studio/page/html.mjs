// Making HTML of texts while the site is built.

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as a part of HTML. */
export function escaped(text) {
  return text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]);
}

/** A page from its template: fields are written `<!-- name -->` between elements, `{name}` in attributes and texts. */
export function filled(template, fields) {
  return template.replaceAll(/<!-- (\w+) -->|\{(\w+)\}/g, (sign, one, other) => fields[one ?? other] ?? sign);
}
