class Broken
  def before; end
  def half(
  end
  def after
    [1, 2
  end
end
def last; end
