type Props = { title: string; onClose?: () => void };

export const Dialog = ({ title, onClose }: Props): JSX.Element => {
  const [open, setOpen] = useState<boolean>(true);
  return (
    <Modal open={open} label="x">
      {/* the head */}
      <h1 className="big">{title.trim()}</h1>
      <br />
    </Modal>
  );
};
