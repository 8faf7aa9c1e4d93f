# Declarations of Ruby files as Ruby's own parser reads them: paths on standard input, JSON lines out (see declared.py).
require "json"
require "ripper"

ACCESSORS = %w[attr attr_reader attr_writer attr_accessor].freeze
MAKERS = %w[define_method define_singleton_method alias_method].freeze
TYPES = %w[Struct Class Module Data].freeze

class Reader
  def initialize(path)
    @path = path
  end

  def say(kind, token, owner)
    name = token[1]
    puts JSON.generate({ path: @path, line: token[2][0], kind: kind, name: name.to_s, owner: owner })
  end

  def token(node)
    return nil unless node.is_a?(Array)
    return node if node[0].is_a?(Symbol) && node[0].to_s.start_with?("@")

    node.reverse_each { |one| found = token(one); return found if found }
    nil
  end

  def names(node, out = [])
    return out unless node.is_a?(Array)
    if node[0] == :symbol_literal || node[0] == :string_literal
      found = token(node)
      out << found if found
    else
      node.each { |one| names(one, out) }
    end
    out
  end

  def first_constant(node)
    return nil unless node.is_a?(Array)
    return node[1] if node[0] == :@const

    node.each { |one| found = first_constant(one); return found if found }
    nil
  end

  # `->() {}`, `lambda { }`, `proc { }`.
  def lambda?(value)
    return false unless value.is_a?(Array)
    return true if value[0] == :lambda

    called = value[0] == :method_add_block ? value[1] : nil
    called = called[1] while called.is_a?(Array) && called[0] == :method_add_arg
    called.is_a?(Array) && %i[fcall vcall].include?(called[0]) && %w[lambda proc].include?(token(called)[1])
  end

  def walk(node, owner, inside)
    return unless node.is_a?(Array)

    case node[0]
    when :class, :module
      name = token(node[1])
      say(node[0].to_s, name, nil)
      node[2..].each { |one| walk(one, name[1], false) }
    when :def
      say("function", node[1], owner)
      node[2..].each { |one| walk(one, owner, true) }
    when :defs
      said = node[1].to_s.include?('"self"') ? owner : token(node[1])[1]
      say("function", node[3], said)
      node[4..].each { |one| walk(one, owner, true) }
    when :alias
      name = token(node[1])
      say("function", name, inside ? nil : owner) if name && name[0] != :@gvar
    when :assign, :opassign
      left = node[1]
      name = token(left)
      fields = [:var_field, :top_const_field, :const_path_field]
      constant = name && name[0] == :@const && fields.include?(left[0])
      say("constant", name, nil) if constant
      say("function", name, nil) if name && name[0] == :@ident && left[0] == :var_field && lambda?(node[2])
      makes_type = constant && node[2].is_a?(Array) && node[2][0] == :method_add_block && TYPES.include?(first_constant(node[2]))
      node[2..].each { |one| walk(one, makes_type ? name[1] : owner, inside) }
    when :command, :method_add_arg
      called = node[0] == :command ? node[1] : (node[1][0] == :fcall ? node[1][1] : nil)
      if called && !inside && owner
        if ACCESSORS.include?(called[1])
          names(node[2]).each { |one| say("property", one, owner) }
        elsif MAKERS.include?(called[1])
          first = names(node[2]).first
          say("function", first, owner) if first
        end
      end
      node[1..].each { |one| walk(one, owner, inside) }
    else
      node.each { |one| walk(one, owner, inside) }
    end
  end
end

STDIN.read.split("\n").each do |path|
  text = File.binread(path).force_encoding("UTF-8")
  next unless text.valid_encoding?

  tree = Ripper.sexp(text)
  next unless tree

  puts JSON.generate({ path: path, read: true })
  Reader.new(path).walk(tree, nil, false)
end
