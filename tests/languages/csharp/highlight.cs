using System.Collections.Generic;
namespace Example.Shop;

/// <summary>A shop.</summary>
[Serializable]
public sealed class Shop<T> : Base, IDisposable where T : class
{
    private const int Limit = 10;
    public List<string> Names { get; set; } = new();

    public async Task<int> Close(string reason, int? code = null)
    {
        if (reason is null || code > 1.5) throw new Exception($"no {reason.Length}!\n");
        foreach (var name in Names) Console.WriteLine(name);
        return await this.Inner<int>('x');
    }
}

public enum State { Open, Closed }
#region end
#endregion
