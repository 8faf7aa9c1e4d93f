import React, { useState } from "react";

/** What a button needs. */
export interface ButtonProps {
  label: string;
  onPress?: () => void;
}

/** A button. */
export const Button = ({ label }: ButtonProps) => {
  const [count, setCount] = useState<number>(0);
  const handlePress = () => {
    setCount(count + 1);
  };
  return (
    <button onClick={function pressed() { handlePress(); }}>
      {label} {count}
    </button>
  );
};

export class Panel extends React.Component<ButtonProps, { open: boolean }> {
  private open = false;
  render() {
    return <div>{this.props.label}</div>;
  }
}

export default function App() {
  return <Button label="x" />;
}
