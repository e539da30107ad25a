/** Vectors in place of a canvas on paper: made when the page is about to be printed, gone afterwards. */
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Scene } from '../../../../core/scene.js'
import { SceneSvg } from './scene.js'

/** Stands before its canvas, which the style of paper leaves out where there are vectors. @param scene that the canvas shows; null: none */
export function Printed({ scene }: { readonly scene: () => Scene | null }) {
  const holder = useRef<HTMLDivElement>(null)
  const latest = useRef(scene)
  latest.current = scene
  useEffect(() => {
    const into = (vectors: boolean) => () => {
      const drawn = vectors ? latest.current() : null
      if (holder.current !== null) render(drawn && <SceneSvg scene={drawn} />, holder.current)
    }
    const [before, after] = [into(true), into(false)]
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return <div class="printed" ref={holder} />
}
