/** A part of a page that is made anew when what it shows changes, and left alone when anything else does. */
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'

/** @param children makes it of nothing but `of` */
export function Still(props: { readonly of: readonly unknown[]; readonly children: () => VNode }): VNode {
  return useMemo(props.children, [...props.of])
}
