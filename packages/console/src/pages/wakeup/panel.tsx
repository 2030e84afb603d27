import { type PanelProps, PanelFrame } from '../../parts/panel.tsx'
export default function X({ id, onClose }: PanelProps) {
  return (
    <PanelFrame label={id} onClose={onClose}>
      {id}
    </PanelFrame>
  )
}
